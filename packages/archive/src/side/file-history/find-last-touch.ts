import type { TranscriptLines } from '../transcript-line.ts'
import { toFileChange } from './file-change.ts'

/** When a session last changed a file. */
export interface Touch {
  sessionId: string
  messageId: string | null
  toolUseId: string
  atMs: number
}

export interface SessionToSearch {
  sessionId: string
  modifiedMs: number
  readLines(): TranscriptLines
}

/** Which session changed a path last. Sessions that ended before the change that was found are not read. */
export async function findLastTouch(path: string, sessions: readonly SessionToSearch[]): Promise<Touch | null> {
  let newest: Touch | null = null
  for (const session of sessions.toSorted((one, other) => other.modifiedMs - one.modifiedMs)) {
    if (newest !== null && newest.atMs >= session.modifiedMs) break
    for await (const line of session.readLines()) {
      const change = toFileChange(line)
      if (change?.path !== path) continue
      const { messageId, toolUseId, atMs } = change
      if (atMs !== null && (newest === null || atMs >= newest.atMs))
        newest = { sessionId: session.sessionId, messageId, toolUseId, atMs }
    }
  }
  return newest
}
