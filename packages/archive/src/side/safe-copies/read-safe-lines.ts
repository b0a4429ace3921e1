import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { type NotOpened, openInside } from '../../safe-open.ts'

/** A line of a kept file and where it begins in the original; or, at the end, that the copy is damaged. */
export type SafeLine =
  | { kind: 'line'; text: string; offset: number }
  | { kind: 'too-long'; bytes: number; offset: number }
  | { kind: 'damaged'; reason: string }

const LONGEST_LINE_BYTES = 64 * 1024 * 1024
const NEWLINE = 0x0a

/** The content of a kept file as it was, as a stream. */
export function openSafeCopy(safeFolder: string, file: string): Readable | NotOpened {
  const opened = openInside(safeFolder, file)
  if (opened.kind !== 'file') return opened
  const input = createReadStream('', { fd: opened.fd, autoClose: true })
  // A damaged copy ends the output with an error; whoever reads it is told there.
  return pipeline(input, createZstdDecompress(), () => undefined)
}

/** The lines of a kept transcript, first to last, with the memory of one line. */
export async function* readSafeLines(safeFolder: string, file: string): AsyncGenerator<SafeLine> {
  const stream = openSafeCopy(safeFolder, file)
  if ('kind' in stream) {
    yield { kind: 'damaged', reason: stream.reason }
    return
  }
  let pieces: Buffer[] = []
  let bytes = 0
  let offset = 0
  const keep = (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= LONGEST_LINE_BYTES) pieces.push(piece)
    else pieces = []
  }
  const toLine = (): SafeLine => {
    const line: SafeLine =
      bytes > LONGEST_LINE_BYTES
        ? { kind: 'too-long', bytes, offset }
        : { kind: 'line', text: Buffer.concat(pieces).toString('utf8'), offset }
    offset += bytes + 1
    pieces = []
    bytes = 0
    return line
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        keep(chunk.subarray(start, end))
        start = end + 1
        yield toLine()
      }
      keep(chunk.subarray(start))
    }
    if (bytes > 0) yield toLine()
  } catch (error) {
    yield { kind: 'damaged', reason: `The copy cannot be read further: ${(error as Error).message}` }
  }
}
