import { type MessageList, type MessagesQuery, messageRoutes } from '@quarterdeck/contract/routes'
import type { SessionSources } from '../../hub/live/session-log.ts'
import { findMessage } from '../../messages/find-message.ts'
import type { MessagesPage, SessionMessages } from '../../messages/session-messages.ts'
import { toImages } from '../../messages/to-images.ts'
import { ServerError } from '../../server-error.ts'
import { Answer } from '../app/answer.ts'
import { type RouteCall, type ServedRoute, type SessionCall, serve } from '../app/serve.ts'

const DEFAULT_LIMIT = 50
/** Fifty lines can be a gigabyte: an answer stands in memory as a whole, here and in the browser. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024
const NDJSON = 'application/x-ndjson'

export interface MessageParts {
  sources: Pick<SessionSources, 'openSource'>
  messages: SessionMessages
}

/** What was said in a session. */
export function createMessageRoutes({ sources, messages }: MessageParts): ServedRoute[] {
  const open = (call: SessionCall) => sources.openSource(call.params.id)
  return [
    serve(messageRoutes.list, async (call) => {
      const source = await open(call)
      if (call.query.all === true) {
        assertAlone(call.query)
        const body = await messages.stream(source, { hasAnswers: call.query.answers === true })
        if (body === null) throw new ServerError('not_found', noMessages(source.sessionId))
        return new Answer({ type: NDJSON, body, version: messages.versionOf(source) })
      }
      const asked = toAsked(call.query)
      const page = await messages.readPage(source, {
        ...asked,
        maxBytes: MAX_PAGE_BYTES,
        hasAnswers: call.query.answers,
      })
      if (page !== null) return toAnswer(page, asked.after !== undefined)
      const named = asked.before ?? asked.after
      throw new ServerError(
        'not_found',
        named === undefined
          ? noMessages(source.sessionId)
          : `There is no message '${named}' in this session. Leave it out for the newest page.`,
      )
    }),
    serve(messageRoutes.read, async (call) => new Answer({ type: 'application/json', body: await readMessage(call) })),
    serve(messageRoutes.image, async (call) => {
      const image = toImages(JSON.parse(await readMessage(call)))[Number(call.params.index)]
      if (image === undefined)
        throw new ServerError(
          'not_found',
          `There is no picture ${call.params.index} in the message '${call.params.uuid}'.`,
        )
      return new Answer({ ...image, headers: { 'content-security-policy': "default-src 'none'; sandbox" } })
    }),
  ]

  async function readMessage(call: RouteCall<{ readonly id: string; readonly uuid: string }>): Promise<string> {
    const { uuid } = call.params
    const raw = await findMessage(messages, await open(call), uuid)
    if (raw === null) throw new ServerError('not_found', `There is no message '${uuid}' in this session.`)
    return raw
  }
}

function noMessages(sessionId: string): string {
  return `There is no transcript of the session '${sessionId}' yet.`
}

function assertAlone({ before, after, cursor, limit }: MessagesQuery): void {
  const [named] = Object.entries({ before, after, cursor, limit }).find(([, value]) => value !== undefined) ?? []
  if (named === undefined) return
  throw new ServerError(
    'bad_request',
    `'all' gives the whole session, so '${named}' means nothing. Leave out one of them.`,
  )
}

/** A cursor goes on where its page ended, in its direction: what the first page was asked for with may stand beside it. */
function toAsked({ before, after, cursor, limit = DEFAULT_LIMIT }: MessagesQuery) {
  if (before !== undefined && after !== undefined)
    throw new ServerError('bad_request', "Give one of 'before' and 'after': each says where a page begins.")
  if (cursor === undefined) return { before, after, limit }
  const [, direction, at] = /^(before|after):(.+)$/.exec(cursor) ?? []
  if (direction === undefined)
    throw new ServerError(
      'bad_request',
      `'${cursor.slice(0, 100)}' is no cursor. Give the nextCursor of the page before, or none for the newest page.`,
    )
  return direction === 'before' ? { before: at, after: undefined, limit } : { before: undefined, after: at, limit }
}

/** Put together as text: what the CLI wrote is not read and written again. */
function toAnswer({ items, before, after, damagedLines }: MessagesPage, isForward: boolean): Answer {
  const nextCursor = isForward ? after && `after:${after}` : before && `before:${before}`
  const rest: Omit<MessageList, 'items'> = { nextCursor, before, after, damagedLines }
  return new Answer({
    type: 'application/json',
    body: `{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`,
  })
}
