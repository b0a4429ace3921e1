import { setTimeout as sleep } from 'node:timers/promises'
import type { Archive } from '@quarterdeck/archive'
import type { LiveSession } from './live-session.ts'

const READ_CHARACTERS = 1024 * 1024
/** Where an answer stands that was just given. */
const TAIL_LINES = 30
const NEWEST_RECORDS = 500
const CHECK_MS = 50
const LONGEST_MS = 3000

/**
 * Waits until the newest answer of a session that runs is in its transcript: CLI 2.1.38 writes it a moment after it has told the result,
 * and whoever copies the transcript before that has another conversation than was seen.
 */
export async function whenWritten(archive: Archive, session: LiveSession): Promise<void> {
  const uuid = findNewestAnswer(session)
  const sessionId = session.ids.at(-1) ?? session.sessionId
  for (let waited = 0; uuid !== null && waited < LONGEST_MS; waited += CHECK_MS) {
    archive.lookAt(sessionId)
    if (archive.readPage(sessionId, { limit: TAIL_LINES })?.items.some((line) => line.includes(uuid))) return
    await sleep(CHECK_MS)
  }
}

function findNewestAnswer({ kept }: LiveSession): string | null {
  let cursor = Math.max(0, kept.lastSeq - NEWEST_RECORDS)
  let newest: string | null = null
  for (let lines = kept.readAfter(cursor, READ_CHARACTERS); lines.length > 0; ) {
    for (const line of lines) {
      const { seq, message } = JSON.parse(line) as { seq: number; message: Readonly<Record<string, unknown>> }
      cursor = seq
      if (message.type === 'assistant' && message.parent_tool_use_id == null && typeof message.uuid === 'string')
        newest = message.uuid
    }
    lines = kept.readAfter(cursor, READ_CHARACTERS)
  }
  return newest
}
