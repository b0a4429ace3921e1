import type { SessionChanges } from './follow-event.ts'

type Change = keyof SessionChanges

/**
 * Tells of changes at once when all was quiet, and then no more often than every so many milliseconds: a session at work writes many lines a second,
 * and whoever shows a list draws its row anew each time.
 */
export class ChangeGatherer {
  readonly #everyMs: number
  readonly #tell: (changes: SessionChanges) => void
  readonly #waiting = new Map<string, Change>()
  #resting: NodeJS.Timeout | null = null

  constructor(everyMs: number, tell: (changes: SessionChanges) => void) {
    this.#everyMs = everyMs
    this.#tell = tell
  }

  add(change: Change, sessionIds: Iterable<string>): void {
    for (const sessionId of sessionIds) {
      const merged = merge(this.#waiting.get(sessionId), change)
      this.#waiting.set(sessionId, merged)
    }
  }

  /** To be called when everything that belongs together was added. */
  flush(): void {
    if (this.#waiting.size === 0 || this.#resting !== null) return
    const changes: SessionChanges = { added: [], changed: [], removed: [] }
    for (const [sessionId, change] of this.#waiting) changes[change].push(sessionId)
    this.#waiting.clear()
    this.#resting = setTimeout(() => {
      this.#resting = null
      this.flush()
    }, this.#everyMs).unref()
    this.#tell(changes)
  }

  close(): void {
    if (this.#resting !== null) clearTimeout(this.#resting)
    this.#waiting.clear()
  }
}

/** What is to be said of a session of which something waits to be said. */
function merge(before: Change | undefined, now: Change): Change {
  if (before === 'added' && now === 'changed') return 'added'
  if (before === 'removed' && now === 'added') return 'changed'
  return now
}
