import { closeSync, readSync } from 'node:fs'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { scanLines } from '../lines/scan-lines.ts'
import { openInside } from '../safe-open.ts'
import { withParent } from '../transcripts/thread.ts'
import type { SessionEvent } from './follow-event.ts'

/** So many bytes before the place that was reached tell whether the file is still the same. */
const REMEMBERED_BYTES = 64

/** Reads on in a file that others write, and notices when it is not the same file any more. */
export class FileFollower {
  readonly #root: string
  readonly #path: string
  readonly #agentId: string | null
  readonly #toolUseId: string | null
  #offset: number
  #ino: number | null = null
  #remembered: Buffer = Buffer.alloc(0)

  constructor(file: { root: string; path: string; agentId: string | null }, toolUseId: string | null, offset: number) {
    this.#root = file.root
    this.#path = file.path
    this.#agentId = file.agentId
    this.#toolUseId = toolUseId
    this.#offset = offset
  }

  /** What is new since the last time; whole lines only. */
  read(): SessionEvent[] {
    const opened = openInside(this.#root, this.#path)
    if (opened.kind !== 'file') {
      if (this.#ino === null) return []
      this.#begin(null)
      return [{ kind: 'reset', agentId: this.#agentId, reason: 'removed' }]
    }
    try {
      const { size, ino } = opened.stats
      const events: SessionEvent[] = []
      const reason = this.#findReason(opened.fd, size, ino)
      if (reason !== null) {
        events.push({ kind: 'reset', agentId: this.#agentId, reason })
        this.#begin(ino)
      }
      this.#ino = ino
      const lines = this.#readLines(opened.fd, size)
      return lines === null ? events : [...events, lines]
    } finally {
      closeSync(opened.fd)
    }
  }

  #begin(ino: number | null): void {
    this.#ino = ino
    this.#offset = 0
    this.#remembered = Buffer.alloc(0)
  }

  #findReason(fd: number, size: number, ino: number): 'truncated' | 'replaced' | null {
    if (this.#ino !== null && this.#ino !== ino) return 'replaced'
    if (size < this.#offset) return 'truncated'
    const { length } = this.#remembered
    const there = Buffer.alloc(length)
    readSync(fd, there, 0, length, this.#offset - length)
    return there.equals(this.#remembered) ? null : 'replaced'
  }

  #readLines(fd: number, size: number): SessionEvent | null {
    const from = this.#offset
    const lines: string[] = []
    let damagedLines = 0
    const scan = scanLines(fd, from, size, ({ bytes, start, end, isEnded }) => {
      if (!isEnded) return
      if (parseTranscriptLine(bytes, start, end) === null) damagedLines++
      else lines.push(withParent(bytes.subarray(start, end), this.#toolUseId).toString())
    })
    damagedLines += scan.oversizedLines
    if (scan.endedAt === from) return null
    this.#offset = scan.endedAt
    this.#remembered = Buffer.alloc(Math.min(REMEMBERED_BYTES, this.#offset))
    readSync(fd, this.#remembered, 0, this.#remembered.length, this.#offset - this.#remembered.length)
    return { kind: 'lines', lines, agentId: this.#agentId, from, to: this.#offset, damagedLines }
  }
}
