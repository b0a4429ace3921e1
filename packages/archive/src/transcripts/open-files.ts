import { closeSync } from 'node:fs'
import type { Position } from '../follow/follow-event.ts'
import { openInside } from '../safe-open.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'

type Place = Pick<TranscriptFile, 'root' | 'path'> & Partial<Pick<TranscriptFile, 'agentId'>>

/** Files that are opened when they are first asked for, and closed together. */
export class OpenFiles {
  readonly #open = new Map<string, { fd: number; size: number } | null>()
  readonly #until: Position | null

  /** With a position, what was written behind it is not there: neither lines nor agents. */
  constructor(until: Position | null = null) {
    this.#until = until
  }

  /** Null where it cannot be opened. */
  open({ root, path, agentId }: Place): { fd: number; size: number } | null {
    const key = `${root}
${path}`
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const opened = openInside(root, path)
    const limit = this.#until === null ? Number.POSITIVE_INFINITY : (this.#until[agentId ?? ''] ?? 0)
    const file = opened.kind === 'file' ? { fd: opened.fd, size: Math.min(opened.stats.size, limit) } : null
    this.#open.set(key, file)
    return file
  }

  close(): void {
    for (const file of this.#open.values()) if (file !== null) closeSync(file.fd)
    this.#open.clear()
  }
}
