import { join } from 'node:path'
import type { Archive } from '@quarterdeck/archive'
import { findHolder, type Holder, lookForHolders } from '@quarterdeck/driver'

/** A session that somebody goes on with is among the newest, or becomes one with the first word. */
const NEWEST = 100
const FRESH_MS = 2000
const LOOK_EVERY_MS = 3000

export interface HoldersOptions {
  archive: Archive
  claudeDir: string
  /** CLIs of ours, and the session of each. */
  ours: () => ReadonlyMap<number, string>
  /** Other sessions are held than before. */
  onChange: (sessionIds: string[]) => void
}

/** Which sessions other programs have open. To look takes tens of milliseconds: a list gets what was seen last. */
export class Holders {
  readonly #options: HoldersOptions
  #known: ReadonlyMap<string, Holder> = new Map()
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(options: HoldersOptions) {
    this.#options = options
  }

  /** As far as was seen. */
  get(sessionId: string): Holder | null {
    return this.#known.get(sessionId) ?? null
  }

  /** Looks again if the last look was a while ago; tells what is new. */
  lookSoon(): void {
    if (performance.now() - this.#lookedAt > FRESH_MS) void this.look()
  }

  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** Now, for one session, by all that can be known. Null where it has no transcript that could be written. */
  async find(sessionId: string): Promise<Holder | null> {
    const summary = this.#options.archive.findSession(sessionId)
    if (summary === null) return null
    const { claudeDir, ours } = this.#options
    const transcript = join(summary.directory, summary.path)
    return findHolder({ sessionId, transcript }, { dataDirectory: claudeDir, ours: ours() })
  }

  /** While somebody watches the list. */
  keepLooking(isWanted: boolean): void {
    if (!isWanted && this.#timer !== null) clearInterval(this.#timer)
    if (!isWanted) this.#timer = null
    else this.#timer ??= setInterval(() => this.lookSoon(), LOOK_EVERY_MS).unref()
  }

  async #look(): Promise<void> {
    const { archive, claudeDir, ours, onChange } = this.#options
    this.#lookedAt = performance.now()
    const found = new Map<string, Holder>()
    const [ask, { items }] = await Promise.all([
      lookForHolders({ dataDirectory: claudeDir, ours: ours() }),
      archive.listSessions({ limit: NEWEST }),
    ])
    for (const { sessionId, directory, path } of items) {
      const holder = await ask({ sessionId, transcript: join(directory, path) })
      if (holder !== null) found.set(sessionId, holder)
    }
    const before = this.#known
    this.#known = found
    const all = new Set([...before.keys(), ...found.keys()])
    const changed = [...all].filter((id) => toKey(before.get(id)) !== toKey(found.get(id)))
    if (changed.length > 0) onChange(changed)
  }
}

function toKey(holder: Holder | undefined): string {
  return holder === undefined ? '' : `${holder.pid} ${holder.status} ${holder.isCertain}`
}
