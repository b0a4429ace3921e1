/** A line and where it begins in the whole. */
export interface SplitLine {
  /** Null for a line too long to hold. */
  content: Buffer | null
  bytes: number
  offset: number
}

const LONGEST_LINE_BYTES = 64 * 1024 * 1024
const NEWLINE = 0x0a

/** The lines of a stream, however its chunks are cut, with the memory of one line. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<SplitLine> {
  let pieces: Buffer[] = []
  let bytes = 0
  let offset = 0
  const keep = (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= LONGEST_LINE_BYTES) pieces.push(piece)
    else pieces = []
  }
  const toLine = (): SplitLine => {
    const content =
      bytes > LONGEST_LINE_BYTES ? null : pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
    const line = { content, bytes, offset }
    offset += bytes + 1
    pieces = []
    bytes = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end))
      start = end + 1
      yield toLine()
    }
    keep(chunk.subarray(start))
  }
  if (bytes > 0) yield toLine()
}
