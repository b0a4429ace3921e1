import type { Archive } from '@quarterdeck/archive'
import type { KeptSession } from '@quarterdeck/driver'

const TAIL_LINES = 60
const READ_CHARACTERS = 1024 * 1024
/** Blocks that both CLIs tell live with the id they have on disk. */
const TOLD = new Set(['text', 'tool_use', 'thinking'])

/**
 * Whether another program has gone on with the session since our log began: an answer of Claude stands in the transcript that the log
 * does not have, or a line that was written after its last record. Only for a session that does not run.
 */
export function hasForeignWrite(archive: Archive, kept: KeptSession, begun: string): boolean {
  const sessionId = kept.facts.sessionIds.at(-1)
  if (sessionId === undefined || kept.epoch === '') return false
  archive.look(sessionId)
  const page = archive.readPage(sessionId, { limit: TAIL_LINES })
  const lines = (page?.items ?? []).map((item) => JSON.parse(item) as TranscriptLine)
  const since = lines.filter((line) => isSaid(line) && (line.timestamp ?? '') > begun)
  if (since.some(({ timestamp = '' }) => timestamp > (kept.lastAt ?? ''))) return true
  const answers = since.filter(isAnswer).map(({ uuid }) => uuid as string)
  return answers.length > 0 && findMissing(kept, answers).size > 0
}

interface TranscriptLine {
  type?: string
  uuid?: string
  timestamp?: string
  isMeta?: boolean
  isSidechain?: boolean
  parent_tool_use_id?: string
  message?: { content?: unknown }
}

/** The CLI's own lines, and agents that end after their session, are no sign of another program. */
function isSaid(line: TranscriptLine): boolean {
  const isMain = line.isSidechain !== true && line.parent_tool_use_id === undefined
  return isMain && line.isMeta !== true && (line.type === 'assistant' || line.type === 'user')
}

function isAnswer({ type, uuid, message }: TranscriptLine): boolean {
  if (type !== 'assistant' || uuid === undefined || !Array.isArray(message?.content)) return false
  return message.content.some((block: { type?: string }) => TOLD.has(block.type ?? ''))
}

function findMissing(kept: KeptSession, uuids: readonly string[]): Set<string> {
  const missing = new Set(uuids)
  let cursor = 0
  for (let lines = kept.readAfter(0, READ_CHARACTERS); lines.length > 0 && missing.size > 0; ) {
    for (const line of lines) {
      cursor = Number(/^\{"seq":(\d+)/.exec(line)?.[1])
      for (const uuid of missing) if (line.includes(uuid)) missing.delete(uuid)
    }
    lines = kept.readAfter(cursor, READ_CHARACTERS)
  }
  return missing
}
