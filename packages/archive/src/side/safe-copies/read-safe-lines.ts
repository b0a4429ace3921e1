import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { type NotOpened, openInside } from '../../safe-open.ts'
import { splitLines } from '../split-lines.ts'

/** A line of a kept file and where it begins in the original; or, at the end, that the copy is damaged. */
export type SafeLine =
  | { kind: 'line'; text: string; offset: number }
  | { kind: 'too-long'; bytes: number; offset: number }
  | { kind: 'damaged'; reason: string }

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
  try {
    for await (const { content, bytes, offset } of splitLines(stream)) {
      yield content === null ? { kind: 'too-long', bytes, offset } : { kind: 'line', text: content.toString(), offset }
    }
  } catch (error) {
    yield { kind: 'damaged', reason: `The copy cannot be read further: ${(error as Error).message}` }
  }
}
