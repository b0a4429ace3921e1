import { closeSync } from 'node:fs'
import { openInside } from '../safe-open.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'

/** Files that are opened when they are first asked for, and closed together. */
export class OpenFiles {
  readonly #open = new Map<string, { fd: number; size: number } | null>()

  /** Null where it cannot be opened. */
  open({ root, path }: Pick<TranscriptFile, 'root' | 'path'>): { fd: number; size: number } | null {
    const key = `${root}\n${path}`
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const opened = openInside(root, path)
    const file = opened.kind === 'file' ? { fd: opened.fd, size: opened.stats.size } : null
    this.#open.set(key, file)
    return file
  }

  close(): void {
    for (const file of this.#open.values()) if (file !== null) closeSync(file.fd)
    this.#open.clear()
  }
}
