import type { Archive } from '@quarterdeck/archive'
import { ServerError } from '../../server-error.ts'
import { findMessageIn } from '../commands/find-message.ts'
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
  let lines = 0
  for await (const piece of archive.stream(sessionId) ?? []) {
    const found = until === undefined ? null : findMessageIn(piece, until)
    lines += countNewlines(found === null ? piece : piece.subarray(0, found.end))
    if (found !== null) return lines
  }
  if (until !== undefined)
    throw new ServerError('not_found', `There is no message '${until}' in session '${sessionId}'. Fork at another.`)
  return lines
}

function countNewlines(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) count++
  return count
}

function isSame(one: LogHistory['position'], other: LogHistory['position'] | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
