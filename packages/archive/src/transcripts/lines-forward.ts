import { readSync } from 'node:fs'
import { trim } from '../lines/scan-lines.ts'
import type { FileLine } from './lines-backward.ts'

const CHUNK_BYTES = 64 * 1024
const LONGEST_LINE_BYTES = 32 * 1024 * 1024
const NEWLINE = 10

/** The lines of a file from an offset on, blank ones left out. The last may have no newline yet: then `isEnded` is false. */
export function* linesForward(fd: number, from: number, to: number): Generator<FileLine & { isEnded: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  let start = from
  let isTooLong = false
  for (let at = from; at < to; ) {
    const size = Math.min(to - at, Math.max(CHUNK_BYTES, Math.min(held.length, LONGEST_LINE_BYTES)))
    const chunk = Buffer.allocUnsafe(size)
    const count = readSync(fd, chunk, 0, size, at)
    if (count === 0) break
    let begin = 0
    for (let newline = indexOf(chunk, 0, count); newline !== -1; newline = indexOf(chunk, begin, count)) {
      isTooLong ||= held.length + newline - begin > LONGEST_LINE_BYTES
      const bytes = isTooLong ? null : Buffer.concat([held, chunk.subarray(begin, newline)])
      yield* toLine(bytes, start, at + newline, true)
      held = Buffer.alloc(0)
      isTooLong = false
      begin = newline + 1
      start = at + begin
    }
    isTooLong ||= held.length + count - begin > LONGEST_LINE_BYTES
    held = isTooLong ? Buffer.alloc(0) : Buffer.concat([held, chunk.subarray(begin, count)])
    at += count
  }
  if (isTooLong || held.length > 0) yield* toLine(isTooLong ? null : held, start, to, false)
}

function indexOf(chunk: Buffer, from: number, to: number): number {
  const at = chunk.indexOf(NEWLINE, from)
  return at === -1 || at >= to ? -1 : at
}

function* toLine(bytes: Buffer | null, offset: number, end: number, isEnded: boolean) {
  if (bytes === null) {
    yield { bytes, offset, end, isEnded }
    return
  }
  const trimmed = trim(bytes, 0, bytes.length, offset)
  if (trimmed.start === trimmed.end) return
  yield {
    bytes: bytes.subarray(trimmed.start, trimmed.end),
    offset: offset + trimmed.start,
    end: offset + trimmed.end,
    isEnded,
  }
}
