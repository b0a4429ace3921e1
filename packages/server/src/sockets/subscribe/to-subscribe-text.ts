import { type FeedRecord, fromOf } from '../../feed/feed-record.ts'

/** Of which session, and whose numbers. */
export interface Framing {
  sessionId: string
  epoch: string
}

/** What a record is to somebody who reads messages and nothing else. */
export function toPlainText(record: FeedRecord, framing: Framing): string {
  return fromOf(record) === 'host' ? toSaid(record, framing) : record.message
}

/** The CLI's line goes into the frame as it is: it is never parsed and written again. */
export function toFrameText(record: FeedRecord, framing: Framing, description: string): string {
  const { seq, head } = record
  const message = toPlainText(record, framing)
  return `{"seq":${seq},"epoch":${JSON.stringify(framing.epoch)}${head},"message":${message}${description}}`
}

/**
 * A prompt as every client sees it as soon as it was sent; the CLI's own echo of it has the same uuid, and is left out. Everything
 * else that was told to the CLI stays as it is.
 */
function toSaid({ head, message }: FeedRecord, { sessionId }: Framing): string {
  const { type, uuid, message: said } = JSON.parse(message) as { type: string; uuid?: string; message?: Said }
  if (type !== 'user') return message
  const timestamp = /"at":"([^"]*)"/.exec(head)?.[1]
  const content = typeof said?.content === 'string' ? [{ type: 'text', text: said.content }] : said?.content
  return JSON.stringify({
    type: 'user',
    uuid,
    timestamp,
    sessionId,
    session_id: sessionId,
    parent_tool_use_id: null,
    message: { ...said, content },
  })
}

interface Said {
  role: string
  content: unknown
}
