import { readSync } from 'node:fs'

/** A line and where it begins. */
export interface PlacedLine {
  offset: number
  /** Null for a line too long to keep. */
  text: string | null
}

const CHUNK_BYTES = 64 * 1024
const NEWLINE = 0x0a

/** The lines of an open file that end at or before an offset, last first. No more of the file is read than is asked for. */
export function* readLinesBackwards(fd: number, end: number, longestBytes: number): Generator<PlacedLine> {
  let position = end
  // Pieces of the line whose beginning was not found yet, first piece first.
  let pieces: Buffer[] = []
  let bytes = 0
  const keep = (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= longestBytes) pieces.unshift(piece)
    else pieces = []
  }
  const toLine = (offset: number): PlacedLine => {
    const line = { offset, text: bytes > longestBytes ? null : Buffer.concat(pieces).toString('utf8') }
    pieces = []
    bytes = 0
    return line
  }
  while (position > 0) {
    const size = Math.min(CHUNK_BYTES, position)
    position -= size
    const chunk = Buffer.allocUnsafe(size)
    const count = readSync(fd, chunk, 0, size, position)
    let stop = count
    for (let start = chunk.lastIndexOf(NEWLINE, stop - 1); start >= 0 && stop > 0; ) {
      keep(chunk.subarray(start + 1, stop))
      if (bytes > 0) yield toLine(position + start + 1)
      stop = start
      start = stop === 0 ? -1 : chunk.lastIndexOf(NEWLINE, stop - 1)
    }
    keep(chunk.subarray(0, stop))
  }
  if (bytes > 0) yield toLine(0)
}
