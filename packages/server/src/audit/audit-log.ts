import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { writePrivateFile } from '../private-file.ts'
import { ServerError } from '../server-error.ts'
import type { Audit, AuditEntry } from './audit-entry.ts'
import { CHAIN_START, type ChainEnd, parseAuditLine, toAuditLine, toHash } from './audit-line.ts'

const TAIL_BYTES = 64 * 1024

/**
 * Who did what, one line each, only ever added to. Every line carries the hash of the one before, and a note beside the file says
 * which is the last: what is changed, moved or taken away shows.
 */
export class AuditLog implements Audit {
  readonly path: string
  readonly #file: number
  #end: ChainEnd

  private constructor(path: string, file: number, end: ChainEnd) {
    this.path = path
    this.#file = file
    this.#end = end
  }

  static open(path: string): AuditLog {
    const tail = readTail(path)
    const noted = readNote(path)
    const file = openSync(path, 'a', 0o600)
    chmodSync(path, 0o600)
    // Numbers go on behind the highest that ever was: lines that are missing leave a hole that nobody can close.
    const end = { hash: tail.end.hash, n: Math.max(tail.end.n, noted?.n ?? 0) }
    const log = new AuditLog(path, file, end)
    if (tail.lacksNewline) writeSync(file, '\n')
    if (tail.torn.length > 0) log.#seal(tail.torn)
    if (noted === null ? tail.end.n > 0 : noted.n > tail.end.n)
      log.write({ event: 'audit_damaged', by: 'the server', found: tail.end.n, expected: noted?.n ?? null })
    return log
  }

  write(entry: AuditEntry, { isSure = false } = {}): void {
    const { line, end } = toAuditLine(entry, new Date().toISOString(), this.#end)
    const { size } = fstatSync(this.#file)
    try {
      writeSync(this.#file, `${line}\n`)
      if (isSure) fsyncSync(this.#file)
      writePrivateFile(toNotePath(this.path), `${JSON.stringify(end)}\n`)
      this.#end = end
    } catch (error) {
      // Half a line would spoil the next one.
      ftruncateSync(this.#file, size)
      throw new ServerError(
        'storage',
        `It was not done, because it cannot be written down: ${(error as Error).message}. Make room on the disk.`,
        { cause: error },
      )
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  /** A line that was cut off by a kill stays as it is, and the next one says so. */
  #seal(torn: Buffer): void {
    const bytes = toWithoutNewline(torn)
    this.write({ event: 'audit_sealed', by: 'the server', bytes: bytes.length, sha256: toHash(bytes) })
  }
}

export function toNotePath(path: string): string {
  return `${path}.last`
}

/** Which line was the last, for whoever looks whether some are missing behind it. */
export function readNote(path: string): ChainEnd | null {
  try {
    const { n, hash } = JSON.parse(readFileSync(toNotePath(path), 'utf8')) as ChainEnd
    return Number.isInteger(n) && typeof hash === 'string' ? { n, hash } : null
  } catch {
    return null
  }
}

interface Tail {
  /** The last whole line. */
  end: ChainEnd
  /** What stands behind it. */
  torn: Buffer
  lacksNewline: boolean
}

function readTail(path: string): Tail {
  const nothing = { end: CHAIN_START, torn: Buffer.alloc(0), lacksNewline: false }
  if (!existsSync(path)) return nothing
  const { size } = statSync(path)
  for (let length = Math.min(size, TAIL_BYTES); length > 0; length = Math.min(size, length * 4)) {
    const bytes = readLast(path, size, length)
    const found = findLastWhole(bytes)
    if (found !== null) return found
    if (length === size) return { ...nothing, torn: bytes, lacksNewline: bytes.at(-1) !== 10 }
  }
  return nothing
}

function findLastWhole(bytes: Buffer): Tail | null {
  const lacksNewline = bytes.at(-1) !== 10
  const last = parseAuditLine(bytes.subarray(bytes.lastIndexOf(10) + 1).toString('utf8'))
  if (last !== null) return { end: last.end, torn: Buffer.alloc(0), lacksNewline }
  for (let stop = bytes.lastIndexOf(10); stop >= 0; stop = bytes.lastIndexOf(10, stop - 1)) {
    const start = stop === 0 ? 0 : bytes.lastIndexOf(10, stop - 1) + 1
    const parsed = parseAuditLine(bytes.subarray(start, stop).toString('utf8'))
    if (parsed !== null) return { end: parsed.end, torn: bytes.subarray(stop + 1), lacksNewline }
    if (stop === 0) break
  }
  return null
}

function readLast(path: string, size: number, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, size - length))
  } finally {
    closeSync(file)
  }
}

function toWithoutNewline(bytes: Buffer): Buffer {
  return bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes
}
