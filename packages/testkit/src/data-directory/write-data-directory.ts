import { mkdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { Chance, mixSeed } from './chance.ts'
import { type DataDirectoryOptions, type ResolvedOptions, resolveOptions } from './data-directory-options.ts'
import { DataFolder } from './data-folder.ts'
import { createOracle, finishOracle } from './oracle/create-oracle.ts'
import { createHitNoter } from './oracle/note-hit.ts'
import type { Oracle } from './oracle/oracle.ts'
import { UsageBy } from './oracle/usage-by.ts'
import { planProjects } from './plan/plan-projects.ts'
import { planSessions } from './plan/plan-sessions.ts'
import type { SessionPlan } from './plan/session-plan.ts'
import { writeHistory } from './side/write-history.ts'
import { writeNoise } from './side/write-noise.ts'
import { writeSessionsIndexes } from './side/write-sessions-indexes.ts'
import { writeSettings } from './side/write-settings.ts'
import { writeStatsCache } from './side/write-stats-cache.ts'
import { TextPool } from './text/text-pool.ts'
import type { Origin } from './turns/copy-session.ts'
import type { SharedWork } from './turns/session-work.ts'
import { writeSession } from './turns/write-session.ts'

/** What the history, the caches and the logs take. */
const SIDE_SHARE = 0.012

/**
 * Fills a folder like `~/.claude`, the same for the same seed, byte for byte, and tells what a right reader must find in it.
 * Files are written piece by piece: memory does not grow with their size.
 */
export async function writeDataDirectory(path: string, wanted: DataDirectoryOptions): Promise<Oracle> {
  const options = resolveOptions(wanted)
  mkdirSync(path, { recursive: true })
  const folder = new DataFolder(path)
  const chance = new Chance(mixSeed(options.seed, 0x5eed))
  const text = new TextPool(options.seed)
  const projects = planProjects(chance, options.projects)
  const plans = planSessions(options, projects)
  const usage = new UsageBy(options.timeZone)
  const oracle = createOracle(options.seed, projects, usage.usage)
  const shared: SharedWork = {
    folder,
    oracle,
    history: [],
    hugeLineBytes: Math.max(20_000, Math.min(4_000_000, options.bytes / 200)),
    noteHit: createHitNoter(oracle),
  }

  const budget = new Budget(options, plans)
  let origin: Origin | undefined
  for (const [index, plan] of plans.entries()) {
    budget.adjust(plan, folder.bytes)
    const written = writeSession(plan, { shared, text, usage, untilMs: options.untilMs, origin })
    origin = plan.isCopied ? written : origin
    if (index % 20 === 0) await setImmediate()
  }

  finishOracle(oracle)
  oracle.history.prompts = shared.history.length
  writeHistory(folder, shared.history)
  writeSettings(folder)
  writeStatsCache(folder, oracle)
  writeSessionsIndexes(folder, oracle, plans)
  writeNoise(folder, oracle, chance, text)
  oracle.files = folder.files
  oracle.bytes = folder.bytes
  return oracle
}

/** What one session takes too much, the ones after it take less. */
class Budget {
  readonly #bytes: number
  #fixedLeft: number
  #otherLeft: number

  constructor(options: ResolvedOptions, plans: readonly SessionPlan[]) {
    this.#bytes = options.bytes * (1 - SIDE_SHARE)
    this.#fixedLeft = sum(plans.filter((plan) => plan.isFixedSize))
    this.#otherLeft = sum(plans.filter((plan) => !plan.isFixedSize))
  }

  adjust(plan: SessionPlan, writtenBytes: number): void {
    if (plan.isFixedSize) {
      this.#fixedLeft -= plan.bytes
      return
    }
    const factor = (this.#bytes - writtenBytes - this.#fixedLeft) / Math.max(1, this.#otherLeft)
    this.#otherLeft -= plan.bytes
    plan.bytes = Math.round(plan.bytes * Math.max(0.2, Math.min(1.5, factor)))
  }
}

function sum(plans: readonly SessionPlan[]): number {
  return plans.reduce((total, { bytes }) => total + bytes, 0)
}
