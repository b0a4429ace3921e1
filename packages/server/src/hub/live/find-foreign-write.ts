import type { Archive } from '@quarterdeck/archive'
import type { KeptSession } from '@quarterdeck/driver'

const TAIL_LINES = 60
const READ_CHARACTERS = 1024 * 1024
/** Blocks that both CLIs tell live with the id they have on disk. */
const TOLD = new Set(['text', 'tool_use', 'thinking'])
/** A CLI whose keeper was killed may write for a moment until it is ended: nobody logs that, and it is no other program. */
const ORPHAN_MS = 30_000
/** So an end is noted that nobody saw: neither code nor signal. */
const LOST =
  /"from":"keeper","message":\{"type":"keeper","subtype":"exited","exit":\{"kind":"crashed","code":null,"signal":null/

/**
 * Whether another program has gone on with the session since our log began: something stands in the transcript that was said after the
 * log's last record, or an answer of Claude that the log does not have. Only for a session that does not run.
 */
export function hasForeignWrite(archive: Archive, kept: KeptSession, begun: string): boolean {
  const sessionId = kept.facts.sessionIds.at(-1)
  if (sessionId === undefined || kept.epoch === '') return false
  archive.lookAt(sessionId)
  const page = archive.readPage(sessionId, { limit: TAIL_LINES })
  const lines = (page?.items ?? []).map((item) => JSON.parse(item) as TranscriptLine)
  const since = lines.filter((line) => isSaid(line) && (line.timestamp ?? '') > begun)
  if (since.length === 0) return false
  const { missing, heardAt, isLost } = lookThrough(kept, since)
  const endedAt = isLost ? new Date(Date.parse(heardAt) + ORPHAN_MS).toISOString() : heardAt
  return since.some(
    ({ timestamp = '', uuid = '' }) => timestamp > endedAt || (timestamp <= heardAt && missing.has(uuid)),
  )
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

interface Seen {
  /** Answers that the log does not have. */
  missing: ReadonlySet<string>
  /** The last time that something was heard of the process. */
  heardAt: string
  /** Its keeper was killed: how it ended, nobody heard. */
  isLost: boolean
}

function lookThrough(kept: KeptSession, lines: readonly TranscriptLine[]): Seen {
  const missing = new Set(lines.filter(isAnswer).map(({ uuid = '' }) => uuid))
  let [cursor, heardAt, isLost] = [0, '', false]
  for (let records = kept.readAfter(0, READ_CHARACTERS); records.length > 0; ) {
    for (const record of records) {
      const [, seq, at = ''] = /^\{"seq":(\d+),"at":"([^"]*)"/.exec(record) ?? []
      cursor = Number(seq)
      for (const uuid of missing) if (record.includes(uuid)) missing.delete(uuid)
      isLost = LOST.test(record)
      if (!isLost) heardAt = at
    }
    records = kept.readAfter(cursor, READ_CHARACTERS)
  }
  return { missing, heardAt, isLost }
}
