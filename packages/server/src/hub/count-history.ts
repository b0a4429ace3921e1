import type { Archive } from '@quarterdeck/archive'
import { ServerError } from '../server-error.ts'
import type { LogHistory } from './session-log.ts'

const NEWLINE = 10
const MAX_TRIES = 5

/**
 * The transcript as it is now, up to its end or up to a message, as the history of a log that is about to begin. Null where there is none.
 */
export async function countHistory(archive: Archive, sessionId: string, until?: string): Promise<LogHistory | null> {
  for (let tries = 1; ; tries++) {
    archive.lookAt(sessionId)
    const position = archive.readPosition(sessionId)
    if (position === null) return null
    const lines = await countLines(archive, sessionId, until)
    archive.lookAt(sessionId)
    // Somebody wrote meanwhile: what was counted is neither the one nor the other.
    if (tries < MAX_TRIES && !isSame(position, archive.readPosition(sessionId))) continue
    return { sessionId, lines, position, ...(until !== undefined && { until }) }
  }
}

async function countLines(archive: Archive, sessionId: string, until: string | undefined): Promise<number> {
  const mark = until === undefined ? null : Buffer.from(`"uuid":${JSON.stringify(until)}`)
  let lines = 0
  for await (const piece of archive.stream(sessionId) ?? []) {
    const found = mark === null ? -1 : findLine(piece, mark)
    lines += countNewlines(found === -1 ? piece : piece.subarray(0, found))
    if (found !== -1) return lines
  }
  if (until !== undefined)
    throw new ServerError('not_found', `There is no message '${until}' in session '${sessionId}'. Fork at another.`)
  return lines
}

/** Where the line ends that is the message, and not one that merely names it; -1 where there is none. */
function findLine(piece: Buffer, mark: Buffer): number {
  for (let at = piece.indexOf(mark); at !== -1; at = piece.indexOf(mark, at + 1)) {
    const start = piece.lastIndexOf(NEWLINE, at) + 1
    const end = piece.indexOf(NEWLINE, at)
    const line = JSON.parse(piece.toString('utf8', start, end)) as { uuid?: unknown }
    if (`"uuid":${JSON.stringify(line.uuid)}` === mark.toString()) return end + 1
  }
  return -1
}

function countNewlines(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) count++
  return count
}

function isSame(one: LogHistory['position'], other: LogHistory['position'] | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
