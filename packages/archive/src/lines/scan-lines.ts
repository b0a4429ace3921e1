import { readSync } from 'node:fs'

/** A line longer than this is passed over: parsing it would hold everything else up. */
const LONGEST_LINE_BYTES = 32 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 10

/** `bytes` is only lent: it is overwritten after the call. The line is `[start, end)` of it, and stands at `offset` of the file. */
export type OnLine = (line: { bytes: Buffer; start: number; end: number; offset: number; isEnded: boolean }) => void

export interface Scan {
  /** Behind the last newline that was seen. */
  endedAt: number
  /** Too long to be looked at. */
  oversizedLines: number
}

/**
 * Goes through the lines of a file with never more than a piece of it in memory. Blank lines are left out, and so are a byte order
 * mark and the `\r` of a line end.
 */
export function scanLines(fd: number, from: number, to: number, onLine: OnLine): Scan {
  let buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, to - from)))
  let held = 0
  let offset = from
  let isSkipping = false
  const scan: Scan = { endedAt: from, oversizedLines: 0 }
  const say = (bytes: Buffer, start: number, end: number, at: number, isEnded: boolean) => {
    const trimmed = trim(bytes, start, end, at)
    if (trimmed.start < trimmed.end)
      onLine({ bytes, start: trimmed.start, end: trimmed.end, offset: at + trimmed.start - start, isEnded })
  }
  while (offset < to) {
    if (held === buffer.length) {
      if (held >= LONGEST_LINE_BYTES) {
        isSkipping = true
        held = 0
      } else buffer = Buffer.concat([buffer], Math.min(2 * buffer.length, LONGEST_LINE_BYTES))
    }
    const count = readSync(fd, buffer, held, Math.min(buffer.length - held, to - offset), offset)
    if (count === 0) break
    const begin = offset - held
    const filled = held + count
    offset += count
    let start = 0
    // What is held has no newline in it.
    for (let end = indexOfNewline(buffer, held, filled); end !== -1; end = indexOfNewline(buffer, start, filled)) {
      if (isSkipping) scan.oversizedLines++
      else say(buffer, start, end, begin + start, true)
      isSkipping = false
      start = end + 1
      scan.endedAt = begin + start
    }
    held = filled - start
    if (held > 0 && start > 0) buffer.copyWithin(0, start, filled)
  }
  if (isSkipping) scan.oversizedLines++
  else if (held > 0) say(buffer, 0, held, offset - held, false)
  return scan
}

function indexOfNewline(bytes: Buffer, from: number, to: number): number {
  const at = bytes.indexOf(NEWLINE, from)
  return at === -1 || at >= to ? -1 : at
}

/** Without white space around it and, at the very beginning of a file, without a byte order mark. */
export function trim(bytes: Buffer, start: number, end: number, offset: number): { start: number; end: number } {
  let from = start
  let to = end
  if (offset === 0 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf) from += 3
  while (from < to && isSpace(bytes[from] as number)) from++
  while (to > from && isSpace(bytes[to - 1] as number)) to--
  return { start: from, end: to }
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 13 || byte === 9
}
