import { toBlocks } from '../lines/line-content.ts'
import { parseTranscriptLine, type TranscriptLine } from '../lines/parse-transcript-line.ts'
import { scanLines } from '../lines/scan-lines.ts'
import { ByteMark } from './byte-mark.ts'

/** Stands in the line of a call that failed. */
export const FAILED = Buffer.from('"is_error":true')

/** The calls whose results are errors, in a piece of a transcript. */
export function findFailures(fd: number, from: number, to: number): string[] {
  const mark = new ByteMark(FAILED.toString())
  const ids: string[] = []
  scanLines(fd, from, to, ({ bytes, start, end, offset }) => {
    const line = mark.isIn(bytes, start, end, offset) ? parseTranscriptLine(bytes, start, end) : null
    if (line?.type === 'user') ids.push(...toFailedIds(line))
  })
  return ids
}

export function toFailedIds(line: TranscriptLine): string[] {
  return toBlocks(line).flatMap((block) =>
    block.type === 'tool_result' && typeof block.tool_use_id === 'string' && block.is_error === true
      ? [block.tool_use_id]
      : [],
  )
}
