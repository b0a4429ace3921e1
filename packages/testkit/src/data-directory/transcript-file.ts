import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const FLUSH_BYTES = 1 << 20
const BYTE_ORDER_MARK = '\uFEFF'

export interface TranscriptFormat {
  newline?: '\n' | '\r\n'
  byteOrderMark?: boolean
}

/** A JSONL file that is being written, with never more than a piece of it in memory. */
export class TranscriptFile {
  bytes = 0
  /** Lines that a reader can use. */
  intactLines = 0
  damagedLines = 0
  readonly path: string
  readonly #file: number
  readonly #newline: string
  #pending: (string | Buffer)[] = []
  #pendingBytes = 0

  constructor(path: string, format: TranscriptFormat = {}) {
    mkdirSync(dirname(path), { recursive: true })
    this.path = path
    this.#newline = format.newline ?? '\n'
    this.#file = openSync(path, 'w')
    if (format.byteOrderMark) this.#push(BYTE_ORDER_MARK)
  }

  write(line: string): void {
    this.#push(line + this.#newline)
    this.intactLines++
  }

  /** Bytes as they are; `damagedLines` of the lines they make cannot be read. */
  writeDamage(bytes: Buffer, damagedLines: number): void {
    this.#push(bytes)
    this.damagedLines += damagedLines
  }

  close(lastMs: number): void {
    this.#flush()
    closeSync(this.#file)
    utimesSync(this.path, lastMs / 1000, lastMs / 1000)
  }

  #push(part: string | Buffer): void {
    const length = typeof part === 'string' ? Buffer.byteLength(part) : part.length
    this.bytes += length
    this.#pending.push(part)
    this.#pendingBytes += length
    if (this.#pendingBytes >= FLUSH_BYTES) this.#flush()
  }

  #flush(): void {
    const bytes = Buffer.allocUnsafe(this.#pendingBytes)
    let at = 0
    for (const part of this.#pending) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at)
    for (let from = 0; from < at; ) from += writeSync(this.#file, bytes, from)
    this.#pending = []
    this.#pendingBytes = 0
  }
}
