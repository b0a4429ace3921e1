import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isObject, parseJson } from './side/parse-json.ts'

/** A session as it was last seen: what can be said of it when it is gone. */
export interface KnownSession {
  sessionId: string
  /** The data directory it lay in. */
  directory: string
  title: string
  projectPath: string | null
  /** When it was last active, ISO 8601. */
  modified: string
}

export interface GoneSession extends KnownSession {
  /** When that was noticed, ISO 8601. */
  noticed: string
}

const MOST_KNOWN = 20_000
const MOST_GONE = 1000

/** Which sessions there were, so that one which the CLI deletes while nobody looks does not vanish without a word. Survives a restart. */
export class KnownSessions {
  readonly #path: string
  #known: readonly KnownSession[]
  #gone: readonly GoneSession[]
  #text: string

  constructor(path: string) {
    this.#path = path
    this.#text = readText(path)
    const kept = parseJson(this.#text)
    const lists = isObject(kept) ? kept : {}
    this.#known = toSessions(lists.known)
    this.#gone = toSessions(lists.gone) as GoneSession[]
  }

  /** What went since it was last confirmed, newest first. */
  get gone(): readonly GoneSession[] {
    return this.#gone
  }

  /** Compares what is there with what was; `isExpected` says of one that is missing whether the CLI's clean-up was due to take it. */
  update(present: readonly KnownSession[], isExpected: (session: KnownSession) => boolean, nowMs: number): void {
    const ids = new Set(present.map(({ sessionId }) => sessionId))
    const noticed = new Date(nowMs).toISOString()
    const missing = this.#known.filter((session) => !ids.has(session.sessionId) && isExpected(session))
    const fresh = new Set(missing.map(({ sessionId }) => sessionId))
    const before = this.#gone.filter(({ sessionId }) => !ids.has(sessionId) && !fresh.has(sessionId))
    this.#gone = [...missing.map((session) => ({ ...session, noticed })), ...before].slice(0, MOST_GONE)
    this.#known = present.slice(0, MOST_KNOWN)
    this.#write()
  }

  /** Somebody has read what went. */
  confirm(): void {
    this.#gone = []
    this.#write()
  }

  #write(): void {
    const text = JSON.stringify({ known: this.#known, gone: this.#gone })
    if (text === this.#text) return
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const draft = `${this.#path}.tmp`
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    renameSync(draft, this.#path)
    this.#text = text
  }
}

/** It comes with the first look. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function toSessions(value: unknown): KnownSession[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (each) =>
      isObject(each) && [each.sessionId, each.directory, each.title, each.modified].every((x) => typeof x === 'string'),
  )
}
