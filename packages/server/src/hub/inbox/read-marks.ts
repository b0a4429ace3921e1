import { readFileSync } from 'node:fs'
import { writePrivateFile } from '../../private-file.ts'

/** How a session's last turn ended, and whether a person has seen it. */
export interface ReadMark {
  kind: 'finished' | 'failed'
  text: string
  since: string
  isUnread: boolean
}

/** Nobody wants to know of more. */
const MOST = 500

/** Which sessions have finished or failed since a person last looked. Kept on disk: it outlives the server, and what was read stays read. */
export class ReadMarks {
  readonly #path: string
  readonly #marks: Map<string, ReadMark>

  constructor(path: string) {
    this.#path = path
    this.#marks = new Map(Object.entries(readMarks(path)))
  }

  get(sessionId: string): ReadMark | null {
    return this.#marks.get(sessionId) ?? null
  }

  /** The newest last. */
  listUnread(): [string, ReadMark][] {
    return [...this.#marks].filter(([, { isUnread }]) => isUnread)
  }

  /** A turn has ended; whoever watched it knows. False where this was known. */
  note(sessionId: string, end: Omit<ReadMark, 'isUnread'>, isWatched: boolean): boolean {
    const known = this.#marks.get(sessionId)
    if (known?.since === end.since && known.kind === end.kind) return false
    this.#marks.delete(sessionId)
    this.#marks.set(sessionId, { ...end, isUnread: !isWatched })
    for (const [oldest] of this.#marks) {
      if (this.#marks.size <= MOST) break
      this.#marks.delete(oldest)
    }
    this.#write()
    return true
  }

  /** False where there was nothing to change. */
  set(sessionId: string, isUnread: boolean): boolean {
    const mark = this.#marks.get(sessionId)
    if (mark === undefined || mark.isUnread === isUnread) return false
    this.#marks.set(sessionId, { ...mark, isUnread })
    this.#write()
    return true
  }

  #write(): void {
    writePrivateFile(this.#path, `${JSON.stringify(Object.fromEntries(this.#marks))}\n`)
  }
}

/** Marks that cannot be read are no loss worth a failed start. */
function readMarks(path: string): Record<string, ReadMark> {
  try {
    const marks = JSON.parse(readFileSync(path, 'utf8')) as Record<string, ReadMark>
    const isMark = (mark: Partial<ReadMark> | null) =>
      (mark?.kind === 'finished' || mark?.kind === 'failed') && typeof mark.since === 'string'
    return Object.fromEntries(Object.entries(marks).filter(([, mark]) => isMark(mark)))
  } catch {
    return {}
  }
}
