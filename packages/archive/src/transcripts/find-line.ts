import { readSync } from 'node:fs'
import type { FileLine } from './lines-backward.ts'
import { linesForward } from './lines-forward.ts'

const CHUNK_BYTES = 1024 * 1024

/** The last line with these bytes in it that is accepted. What people look for mostly stands near the end. */
export function findLine(fd: number, size: number, mark: Buffer, accept: (bytes: Buffer) => boolean): FileLine | null {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size))
  let to = size
  while (to > 0) {
    const from = Math.max(0, to - buffer.length)
    const count = readSync(fd, buffer, 0, to - from, from)
    const at = findLast(buffer.subarray(0, count), mark)
    if (at === -1) {
      if (from === 0) return null
      // It may lie across the edge.
      to = from + mark.length - 1
      continue
    }
    const line = lineAt(fd, from + at, size)
    if (line?.bytes?.includes(mark) && accept(line.bytes)) return line
    to = from + at + mark.length - 1
  }
  return null
}

/** Forward, because Node looks backward byte by byte. */
function findLast(bytes: Buffer, mark: Buffer): number {
  let last = -1
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) last = at
  return last
}

/** The line in which a byte stands. */
export function lineAt(fd: number, offset: number, size: number): FileLine | null {
  const lines = linesForward(fd, findStart(fd, offset), size)
  const { value, done } = lines.next()
  return done ? null : (value as FileLine)
}

/** Behind the newline before an offset. */
function findStart(fd: number, offset: number): number {
  const chunk = Buffer.allocUnsafe(64 * 1024)
  for (let to = offset; to > 0; ) {
    const from = Math.max(0, to - chunk.length)
    const count = readSync(fd, chunk, 0, to - from, from)
    const newline = chunk.subarray(0, count).lastIndexOf(10)
    if (newline !== -1) return from + newline + 1
    to = from
  }
  return 0
}
