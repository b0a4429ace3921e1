import { Chance, mixSeed } from '../chance.ts'
import type { ResolvedOptions } from '../data-directory-options.ts'
import type { DamageKind } from '../oracle/oracle.ts'
import { createPlants, createSpreadPlant } from './plan-needles.ts'
import type { SessionPlan } from './session-plan.ts'

const DAMAGE: readonly DamageKind[] = [
  'torn-end',
  'cut-character',
  'nul-block',
  'malformed',
  'interleaved',
  'blank-lines',
  'crlf',
  'byte-order-mark',
]
/** The lines of a copied session are kept in memory until its copy is written. */
const LARGEST_COPIED_BYTES = 400_000

/** What links sessions to each other, or spoils them. A copy comes right behind its origin. */
export function planRelations(plans: SessionPlan[], options: ResolvedOptions): SessionPlan[] {
  const chance = new Chance(mixSeed(options.seed, 0x4e1a))
  const usable = plans.filter((plan) => !plan.features.has('commands-only'))
  const plain = usable.filter((plan) => !plan.isFixedSize && !plan.features.has('sidechain-session'))
  planDamage(plain, options)
  planCopies(chance, plain)
  planContinuations(plain)
  planPlants(chance, usable, options)
  return plans.flatMap((plan) => {
    if (plan.copyOf !== null) return []
    return [plan, ...plans.filter((copy) => plan.isCopied && copy.copyOf?.index === plan.index)]
  })
}

function planDamage(plans: readonly SessionPlan[], { sessions }: ResolvedOptions): void {
  if (sessions < DAMAGE.length * 2) return
  const rounds = Math.max(1, Math.floor(sessions / 400))
  plans
    .slice()
    .reverse()
    .slice(0, DAMAGE.length * rounds)
    .forEach((plan, index) => {
      plan.damage = DAMAGE[index % DAMAGE.length] as DamageKind
    })
}

function planCopies(chance: Chance, plans: readonly SessionPlan[]): void {
  for (const style of ['old', 'new'] as const) {
    const free = plans.filter(
      (plan) => plan.style === style && plan.damage === null && !plan.features.has('continued-in'),
    )
    const origins = free.filter((plan, index) => index % 12 === 5 && plan.bytes < LARGEST_COPIED_BYTES)
    const copies = free.filter((plan) => !origins.includes(plan))
    origins.forEach((origin, number) => {
      const larger = copies.filter((plan) => plan.copyOf === null && plan.bytes > origin.bytes)
      if (larger.length > 0) linkCopy(origin, chance.pick(larger), style === 'old' && number % 3 !== 2)
    })
  }
}

function linkCopy(origin: SessionPlan, copy: SessionPlan, isResume: boolean): void {
  origin.isCopied = true
  copy.copyOf = { index: origin.index, kind: isResume ? 'resume' : 'fork' }
  copy.project = origin.project
  copy.gitBranch = origin.gitBranch
  copy.startMs = Math.max(copy.startMs, origin.startMs)
}

function planContinuations(plans: readonly SessionPlan[]): void {
  const last = plans.filter((plan) => !plan.features.has('continued-in'))
  for (const plan of plans) {
    if (!plan.features.has('continued-in')) continue
    plan.continuedIn = last.find((other) => other.project === plan.project)?.id ?? null
  }
}

function planPlants(chance: Chance, plans: readonly SessionPlan[], { needleSets }: ResolvedOptions): void {
  for (let set = 0; set < needleSets; set++) {
    for (const plant of createPlants(set)) {
      // Requests are recorded by newer CLIs only, and so are attachments.
      const needsNew = plant.kind === 'request' || plant.kind === 'attachment'
      const places = needsNew ? plans.filter((plan) => plan.style === 'new') : plans
      if (places.length > 0) chance.pick(places).plants.push(plant)
    }
    const { plant, sessions } = createSpreadPlant(set)
    const places = new Set(Array.from({ length: Math.min(sessions, plans.length) }, () => chance.pick(plans)))
    for (const plan of places) plan.plants.push(plant)
  }
}
