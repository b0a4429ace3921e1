import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import type { SessionFacts } from '../sessions/session-facts.ts'
import type { ApiMessage, Counts, ToolUse } from './counter.ts'
import type { IndexedFile } from './index-file.ts'

/** What was found in a transcript, on its way from the worker that read it to the one that stores it: plain values. */
export interface CountedFile {
  file: TranscriptFile
  /** Whether the index knew nothing of it. */
  isNew: boolean
  countedFrom: number
  countedTo: number
  facts: SessionFacts
  counts: Counts
  ids: string[]
  agentCalls: Record<string, string>
  messages: ApiMessage[]
  tools: ToolUse[]
  failedToolIds: string[]
}

/** As it will stand in the index. */
export function toIndexedFile(counted: CountedFile, id: number): IndexedFile {
  const { file, facts, counts, ids, agentCalls, countedTo } = counted
  const { root, path, agentId, ino, size, mtimeMs } = file
  const sessionId = file.sessionId ?? facts.sessionId ?? null
  const words = { wordedTo: 0, lines: null, damagedLines: null }
  return { id, root, path, sessionId, agentId, ino, size, mtimeMs, countedTo, facts, counts, ids, agentCalls, ...words }
}
