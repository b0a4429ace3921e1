import { Chance, mixSeed } from '../chance.ts'
import type { ResolvedOptions } from '../data-directory-options.ts'
import { Ids } from '../ids.ts'
import { toSlug } from '../text/prompt-text.ts'
import { NOUNS } from '../text/words.ts'
import { pickFeatures, type Style } from './features.ts'
import type { ProjectPlan } from './plan-projects.ts'
import { planRelations } from './plan-relations.ts'
import type { SessionPlan } from './session-plan.ts'
import { toSessionSizes } from './session-sizes.ts'

const VERSIONS: Record<Style, readonly string[]> = {
  old: ['2.0.76', '2.1.1', '2.1.11', '2.1.20', '2.1.38'],
  new: ['2.1.190', '2.1.260', '2.1.325'],
}
const MODELS: Record<Style, readonly string[]> = {
  old: ['claude-sonnet-4-5-20250929', 'claude-opus-4-5-20251101', 'claude-haiku-4-5-20251001'],
  new: ['claude-opus-5-5', 'claude-opus-4-6', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
}
const UNPRICED_MODELS = ['acme/harbour-coder-32b', 'claude-nautilus-9-preview']
const DAY_MS = 86_400_000

/** All sessions, in the order in which they are written. */
export function planSessions(options: ResolvedOptions, projects: readonly ProjectPlan[]): SessionPlan[] {
  const chance = new Chance(mixSeed(options.seed, 0x91a4))
  const sizes = toSessionSizes(chance, options)
  const styles = sizes.map((_, index): Style => (index % 9 < 4 ? 'old' : 'new'))
  const startOf = createStarts(chance, options)
  const ordinalOf = createOrdinals(styles, sizes.filter(({ isFixed }) => isFixed).length)
  const plans = sizes.map(({ bytes, isFixed }, index): SessionPlan => {
    const own = new Chance(mixSeed(options.seed, index))
    const ids = new Ids(own, options.seed, index)
    const style = styles[index] as Style
    const features = pickFeatures(own, style, isFixed ? null : ordinalOf(index))
    return {
      index,
      ids,
      id: ids.uuid(),
      chance: own,
      style,
      version: own.pick(VERSIONS[style]),
      model: features.has('unpriced-model') ? own.pick(UNPRICED_MODELS) : own.pick(MODELS[style]),
      gitBranch: own.yes(0.6) ? 'main' : `feature/${own.pick(NOUNS)}-${own.integer(1, 99)}`,
      slug: toSlug(own),
      // The first sessions see to it that no project is without one.
      project: projects[index] ?? chance.pickEarly(projects),
      bytes,
      isFixedSize: isFixed,
      startMs: startOf(isFixed),
      features,
      plants: [],
      damage: null,
      copyOf: null,
      isCopied: false,
      continuedIn: null,
    }
  })
  return planRelations(plans, options)
}

/** Which session of its style each one is, and of how many, without the first ones. */
function createOrdinals(styles: readonly Style[], from: number): (index: number) => { ordinal: number; count: number } {
  const counts = { old: 0, new: 0 }
  const ordinals = styles.map((style, index) => (index < from ? 0 : counts[style]++))
  return (index) => ({ ordinal: ordinals[index] ?? 0, count: counts[styles[index] ?? 'new'] })
}

/** Mostly by day, never on some days: otherwise every day would be part of one streak. */
function createStarts(chance: Chance, { untilMs, days }: ResolvedOptions): (isLong: boolean) => number {
  const firstDay = Math.floor(untilMs / DAY_MS) - days
  const working = Array.from({ length: days - 1 }, (_, day) => day).filter(() => chance.yes(0.75))
  return (isLong) => {
    const day = isLong ? working[chance.integer(0, Math.floor(working.length / 3))] : chance.pick(working)
    const hour = chance.yes(0.8) ? chance.integer(8, 19) : chance.integer(0, 23)
    return (firstDay + (day ?? 0)) * DAY_MS + hour * 3_600_000 + chance.integer(0, 3_599_999)
  }
}
