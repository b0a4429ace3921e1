import { toCleanupDays } from '../side/settings/clean-up.ts'
import { readSettings } from '../side/settings/read-settings.ts'

/** Settings are read again after so long. */
const FRESH_MS = 30_000

/** How long the CLI keeps transcripts. A project's own settings are left out: which project a CLI is started in next, nobody knows. */
export class Retention {
  readonly #known = new Map<string, { days: number; atMs: number }>()

  daysOf(root: string): number {
    const known = this.#known.get(root)
    const now = performance.now()
    if (known !== undefined && now - known.atMs < FRESH_MS) return known.days
    const days = toCleanupDays(readSettings({ root }).settings)
    this.#known.set(root, { days, atMs: now })
    return days
  }
}
