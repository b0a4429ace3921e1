import { closeSync, readSync } from 'node:fs'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { openInside } from '../safe-open.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'

const NEWLINE = 10
const CHUNK_BYTES = 64 * 1024

/**
 * Where the last whole line of a file ends. A file is sometimes looked at in the middle of a write: whoever went on from there
 * would lose that line.
 */
export function readLineEnd({ root, path, size }: TranscriptFile): number {
  const opened = openInside(root, path)
  if (opened.kind !== 'file') return size
  try {
    let rest: Buffer = Buffer.alloc(0)
    for (let at = Math.min(size, opened.stats.size); at > 0; ) {
      const length = Math.min(CHUNK_BYTES, at)
      const chunk = Buffer.alloc(length)
      readSync(opened.fd, chunk, 0, length, at - length)
      at -= length
      const end = chunk.lastIndexOf(NEWLINE)
      rest = Buffer.concat([chunk.subarray(end + 1), rest])
      if (end < 0) continue
      // The last line of a file that nobody writes any more may lack its newline.
      return rest.length > 0 && isWhole(rest) ? at + end + 1 + rest.length : at + end + 1
    }
    return isWhole(rest) ? rest.length : 0
  } finally {
    closeSync(opened.fd)
  }
}

function isWhole(line: Buffer): boolean {
  return parseTranscriptLine(line, 0, line.length) !== null
}
