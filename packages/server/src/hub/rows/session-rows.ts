import { statSync } from 'node:fs'
import type { Archive, SessionSummary } from '@quarterdeck/archive'
import type { SessionRow } from '@quarterdeck/contract'
import { toTitle } from '@quarterdeck/transcript'
import type { ReadMarks } from '../inbox/read-marks.ts'
import { type Cleared, findCleared } from '../live/find-cleared.ts'
import type { LiveSession } from '../live/live-session.ts'
import type { LiveSessions } from '../live/live-sessions.ts'
import type { SessionFolders } from '../live/session-folders.ts'
import type { Holders } from '../start/holders.ts'
import { toLiveRow, toRecordedRow } from './session-row.ts'
import { toGoneWords } from './why.ts'

const UNTITLED = toTitle({})
/** A folder is not looked for again for so long: a list has thousands of rows, and dozens of folders. */
const FRESH_MS = 5000

/** Sessions as rows of a list, from memory and from disk. */
export class SessionRows {
  readonly #archive: Archive
  readonly #live: LiveSessions
  readonly #holders: Holders
  readonly #marks: ReadMarks
  readonly #sessionFolders: SessionFolders
  readonly #folders = new Map<string, { isThere: boolean; atMs: number }>()

  constructor(sources: {
    archive: Archive
    folders: SessionFolders
    live: LiveSessions
    holders: Holders
    marks: ReadMarks
  }) {
    this.#archive = sources.archive
    this.#sessionFolders = sources.folders
    this.#live = sources.live
    this.#holders = sources.holders
    this.#marks = sources.marks
  }

  /** By any id it goes or went by; null where there is no such session. */
  find(id: string): SessionRow | null {
    const live = this.#live.find(id)
    if (live !== null && this.#live.list().includes(live)) return this.ofLive(live)
    const summary = this.findCleared(id)?.summary ?? this.#archive.findSession(id)
    return summary === null ? null : this.ofRecorded(summary)
  }

  /** Of one that is not in memory. */
  findCleared(id: string): Cleared | null {
    return findCleared(id, { archive: this.#archive, folders: this.#sessionFolders })
  }

  ofLive(session: LiveSession): SessionRow {
    const { sessionId, info, cwd, hasProcess: isLive, state, ids, why } = session
    // As the conversation has it: whoever only looks makes it no younger.
    const lastAt = state.lastAt ?? session.lastAt
    const view = { sessionId, created: info.created, cwd, lastAt, isLive, state, title: info.options.title }
    const forkedFrom = info.forkedFrom ?? null
    const summary = this.#withName(this.summaryOf(session), ids)
    const facts = { holder: this.#holderOf(ids), mark: this.#marks.get(sessionId) }
    return toLiveRow({ ...view, forkedFrom }, summary, { ...facts, why: why ?? this.#whyGone(cwd) })
  }

  /** What a session was before it was cleared has no row of its own. */
  isShown({ sessionId }: SessionSummary): boolean {
    const cleared = this.findCleared(sessionId)
    return cleared === null || cleared.summary.sessionId === sessionId
  }

  ofRecorded(summary: SessionSummary): SessionRow {
    const { sessionId: written, projectPath } = summary
    const cleared = this.findCleared(written)
    const sessionId = cleared?.sessionId ?? written
    const created = (cleared && this.#archive.findSession(sessionId)?.created) ?? summary.created
    const facts = { holder: this.#holders.get(written), mark: this.#marks.get(sessionId) }
    const why = projectPath === null ? undefined : this.#whyGone(projectPath)
    const named = cleared === null ? summary : this.#withName(summary, cleared.ids)
    return toRecordedRow({ ...named, sessionId, created }, { ...facts, why })
  }

  /** The newest transcript of a session in memory; `/clear` may just have begun one that is not there yet. */
  summaryOf({ ids }: LiveSession): SessionSummary | null {
    for (const id of ids.toReversed()) {
      const summary = this.#archive.findSession(id)
      if (summary !== null) return summary
    }
    return null
  }

  /** Until something was said since it was cleared, it is called as it was before. */
  #withName<S extends SessionSummary | null>(summary: S, ids: readonly string[]): S {
    if (summary?.title !== UNTITLED) return summary
    const older = ids.toReversed().map((id) => this.#archive.findSession(id)?.title ?? UNTITLED)
    return { ...summary, title: older.find((title) => title !== UNTITLED) ?? UNTITLED }
  }

  #holderOf(ids: readonly string[]) {
    return this.#holders.get(ids.at(-1) ?? '')
  }

  #whyGone(folder: string): string | undefined {
    const now = Date.now()
    let known = this.#folders.get(folder)
    if (known === undefined || now - known.atMs > FRESH_MS) {
      known = { isThere: isFolder(folder), atMs: now }
      this.#folders.set(folder, known)
    }
    return known.isThere ? undefined : toGoneWords(folder)
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Missing, a loop of links, too long, a name with NUL: in no case a folder to start in.
    return false
  }
}
