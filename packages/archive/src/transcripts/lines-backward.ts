import { readSync } from 'node:fs'
import { trim } from '../lines/scan-lines.ts'

export interface FileLine {
  /** Null for a line that is too long to be held. */
  bytes: Buffer | null
  offset: number
  /** Behind it. */
  end: number
}

const CHUNK_BYTES = 64 * 1024
const LONGEST_LINE_BYTES = 32 * 1024 * 1024
const NEWLINE = 10

/** The lines of a file before an offset, the last one first; blank ones left out. */
export function* linesBackward(fd: number, before: number): Generator<FileLine> {
  let held: Buffer = Buffer.alloc(0)
  let at = before
  let end = before
  let isTooLong = false
  while (at > 0) {
    const size = Math.min(at, Math.max(CHUNK_BYTES, Math.min(held.length, LONGEST_LINE_BYTES)))
    const chunk = Buffer.allocUnsafe(size)
    at -= size
    if (readSync(fd, chunk, 0, size, at) < size) return
    let stop = size
    for (let newline = chunk.lastIndexOf(NEWLINE, stop - 1); newline !== -1 && stop > 0; ) {
      isTooLong ||= held.length + stop - newline > LONGEST_LINE_BYTES
      const bytes = isTooLong ? null : Buffer.concat([chunk.subarray(newline + 1, stop), held])
      yield* toLine(bytes, at + newline + 1, end)
      held = Buffer.alloc(0)
      isTooLong = false
      end = at + newline
      stop = newline
      newline = stop === 0 ? -1 : chunk.lastIndexOf(NEWLINE, stop - 1)
    }
    isTooLong ||= held.length + stop > LONGEST_LINE_BYTES
    held = isTooLong ? Buffer.alloc(0) : Buffer.concat([chunk.subarray(0, stop), held])
  }
  yield* toLine(isTooLong ? null : held, 0, end)
}

function* toLine(bytes: Buffer | null, offset: number, end: number): Generator<FileLine> {
  if (bytes === null) {
    yield { bytes, offset, end }
    return
  }
  const trimmed = trim(bytes, 0, bytes.length, offset)
  if (trimmed.start === trimmed.end) return
  yield {
    bytes: bytes.subarray(trimmed.start, trimmed.end),
    offset: offset + trimmed.start,
    end: offset + trimmed.end,
  }
}
