import { isObject, parseJson } from './parse-json.ts'
import { splitLines } from './split-lines.ts'
import type { TranscriptLine } from './transcript-line.ts'

/** The lines of a transcript that comes as bytes, from the disk or from a safe copy. What cannot be read is left out. */
export async function* toTranscriptLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TranscriptLine> {
  for await (const { text } of splitLines(chunks)) {
    const line = text === null ? undefined : parseJson(text)
    if (isObject(line)) yield line
  }
}
