import { isObject, parseJson } from './parse-json.ts'
import { splitLines } from './split-lines.ts'
import type { TranscriptLine } from './transcript-line.ts'

/**
 * The lines of a transcript that comes as bytes, from the disk or from a safe copy. What cannot be read is left out, and so is what is not
 * wanted, which its bytes must show: then most lines need not be parsed.
 */
export async function* toTranscriptLines(
  chunks: AsyncIterable<Buffer>,
  isWanted: (bytes: Buffer) => boolean = () => true,
): AsyncGenerator<TranscriptLine> {
  for await (const { content } of splitLines(chunks)) {
    const line = content === null || !isWanted(content) ? undefined : parseJson(content.toString())
    if (isObject(line)) yield line
  }
}
