import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, parseJson, toObject } from '../parse-json.ts'
import { type SessionFact, writeSessionFact } from './session-facts.ts'
import { type SessionPlace, toSessionPaths } from './session-place.ts'

/** A fact that waits until nobody else writes the session. */
export interface PendingWrite extends SessionPlace {
  /** The data directory of the CLI that holds the session. */
  root: string
  fact: SessionFact
  askedAtMs: number
}

export interface PendingWritesOptions {
  /** A folder of ours. */
  folder: string
  /** Whether another process holds the session. The archive does not look at processes itself. */
  isHeld(session: SessionPlace & { root: string; transcript: string }): Promise<boolean>
  now?: () => number
}

/** `written`, or `pending`: kept until the session is free; or why it never can be. */
export type WriteOutcome =
  | { kind: 'written' | 'pending' }
  | { kind: 'missing' | 'unreadable' | 'refused'; reason: string }

/** Titles, tags and archive marks, written when the session is free. What waits survives a restart; of one kind, the newest counts. */
export class PendingWrites {
  readonly #options: PendingWritesOptions
  /** One after the other, so that a retry and a new request do not write the same twice. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: PendingWritesOptions) {
    this.#options = options
  }

  /** Writes the fact now, or keeps it. */
  write(root: string, place: SessionPlace, fact: SessionFact): Promise<WriteOutcome> {
    return this.#inTurn(async () => {
      const paths = toSessionPaths(place)
      if (paths === null) return { kind: 'refused', reason: 'This is no session' }
      const pending = { root, ...place, fact, askedAtMs: (this.#options.now ?? Date.now)() }
      // Kept before it is tried: a crash in between loses nothing, and to write a title twice does no harm.
      const failed = this.#keep(pending)
      return failed ?? this.#try(pending, paths.transcript)
    })
  }

  /** Tries everything that waits. Gives what was written. */
  retry(): Promise<PendingWrite[]> {
    return this.#inTurn(async () => {
      const written: PendingWrite[] = []
      for (const pending of this.list()) {
        const paths = toSessionPaths(pending)
        const outcome = paths === null ? null : await this.#try(pending, paths.transcript)
        if (outcome?.kind === 'written') written.push(pending)
      }
      return written
    })
  }

  /** What waits, oldest first: shown in the place of what the files still say. */
  list(): PendingWrite[] {
    const names = listNames(this.#options.folder).filter((name) => name.endsWith('.json'))
    const found = names.flatMap((name) => parsePending(readText(join(this.#options.folder, name))) ?? [])
    return found.sort((one, other) => one.askedAtMs - other.askedAtMs)
  }

  async #try(pending: PendingWrite, transcript: string): Promise<WriteOutcome> {
    const { root, folderName, sessionId, fact } = pending
    if (await this.#options.isHeld({ root, folderName, sessionId, transcript: join(root, transcript) }))
      return { kind: 'pending' }
    const failed = writeSessionFact(root, { folderName, sessionId }, fact)
    // What cannot be read today may be readable tomorrow; what is gone stays gone.
    if (failed?.kind === 'unreadable') return failed
    rmSync(this.#toPath(pending), { force: true })
    return failed ?? { kind: 'written' }
  }

  /** Null when it is on the disk. */
  #keep(pending: PendingWrite): WriteOutcome | null {
    const path = this.#toPath(pending)
    const draft = `${path}.tmp`
    try {
      mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 })
      writeFileSync(draft, JSON.stringify(pending), { mode: 0o600, flush: true })
      renameSync(draft, path)
      return null
    } catch (error) {
      return { kind: 'unreadable', reason: `It cannot be kept for later: ${(error as Error).message}` }
    }
  }

  #toPath({ root, folderName, sessionId, fact }: PendingWrite): string {
    // A session that was copied to another folder has the same id there.
    const place = createHash('sha256').update(`${root}\0${folderName}`).digest('hex').slice(0, 8)
    return join(this.#options.folder, `${sessionId.toLowerCase()}.${place}.${fact.type}.json`)
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

/** The folder comes with the first that waits. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Another process of ours has just written it.
    return ''
  }
}

function parsePending(text: string): PendingWrite | null {
  const value = parseJson(text)
  if (!isObject(value) || !isObject(value.fact)) return null
  const { root, folderName, sessionId, askedAtMs } = value
  const isPlace =
    [root, folderName, sessionId].every((word) => typeof word === 'string') && typeof askedAtMs === 'number'
  const { type } = toObject(value.fact)
  return isPlace && (type === 'title' || type === 'tag' || type === 'archived')
    ? (value as unknown as PendingWrite)
    : null
}
