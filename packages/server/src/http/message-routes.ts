import { z } from 'zod'
import type { SessionSources } from '../hub/live/session-log.ts'
import { findMessage } from '../messages/find-message.ts'
import type { MessagesPage, SessionMessages } from '../messages/session-messages.ts'
import { toImages } from '../messages/to-images.ts'
import { ServerError } from '../server-error.ts'
import { Answer } from './answer.ts'
import { ofSession, words, yes } from './fields.ts'
import { paging } from './paging.ts'
import { defineRoute, type Route, type RouteCall } from './route.ts'

const SESSION = '/api/claude/sessions/:id'
const DEFAULT_LIMIT = 50
/** Fifty lines can be a gigabyte: an answer stands in memory as a whole, here and in the browser. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024
const NDJSON = 'application/x-ndjson'

export interface MessageParts {
  sources: Pick<SessionSources, 'openSource'>
  messages: SessionMessages
}

const RawMessage = z.looseObject({ type: z.string() }).describe('A line of the CLI, as it wrote it')

const MessageList = z.object({
  items: z.array(RawMessage).describe('Oldest first'),
  nextCursor: z
    .string()
    .nullable()
    .describe('Goes on in the direction that was asked for: older messages, or with `after` newer ones'),
  before: z.string().nullable().describe('For the page before this one; null at the beginning'),
  after: z
    .string()
    .nullable()
    .describe('For the page behind this one; null where `after` was asked for and nothing newer is there'),
  damagedLines: z.number().describe('Lines on the way that could not be read'),
})

const place = () => words('the uuid of a message', 300).optional()

const MessagesQuery = z.strictObject({
  before: place().describe('The uuid of a message, or `before` of a page: what stands before it'),
  after: place().describe('The uuid of a message, or `after` of a page: what stands behind it'),
  answers: yes()
    .optional()
    .describe('With each request and answer by which a person changed what a tool was given, behind the call'),
  all: yes().optional().describe('The whole session as NDJSON, oldest first; no paging beside it'),
  ...paging(1000),
})

/** What was said in a session. */
export function createMessageRoutes({ sources, messages }: MessageParts): Route[] {
  const open = (call: RouteCall) => sources.openSource(call.params.id ?? '')
  return [
    defineRoute({
      method: 'GET',
      path: `${SESSION}/messages`,
      policy: 'signed_in',
      summary: 'What was said in a session, as the CLI wrote it; the newest page first',
      notes:
        "Lines of subagents stand behind the call that started them, with `parent_tool_use_id` in front. A page ends where a uuid can name its edge, so it may be a little shorter than `limit`, and it holds 8 MiB at most or a single message: follow `nextCursor`, and do not count. A cursor wins over `before` and `after`, which may stay beside it; `all` goes with none of them. Of a session with a log of ours, the transcript comes up to the log and then the log's messages, each uuid once.",
      params: z.object(ofSession),
      query: MessagesQuery,
      answer: MessageList,
      media: { [NDJSON]: 'With `all=1`: a message a line, streamed' },
      errors: ['not_found'],
      async handle(call) {
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
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${SESSION}/messages/:uuid`,
      policy: 'signed_in',
      summary: 'One message, as the CLI wrote it',
      params: z.object({ ...ofSession, uuid: z.string().max(100) }),
      answer: RawMessage,
      errors: ['not_found'],
      handle: async (call) => new Answer({ type: 'application/json', body: await readMessage(call) }),
    }),
    defineRoute({
      method: 'GET',
      path: `${SESSION}/messages/:uuid/images/:index`,
      policy: 'signed_in',
      summary: 'A picture in a message or in the result of a tool, as bytes',
      notes: '`index` counts the pictures of the message from 0.',
      params: z.object({
        ...ofSession,
        uuid: z.string().max(100),
        index: z.string().regex(/^\d{1,4}$/, 'is no number of a picture: they count from 0'),
      }),
      media: { 'image/png': 'Or image/jpeg, image/gif, image/webp, as it is' },
      errors: ['not_found'],
      async handle(call) {
        const image = toImages(JSON.parse(await readMessage(call)))[Number(call.params.index)]
        if (image === undefined)
          throw new ServerError(
            'not_found',
            `There is no picture ${call.params.index} in the message '${call.params.uuid}'.`,
          )
        return new Answer({ ...image, headers: { 'content-security-policy': "default-src 'none'; sandbox" } })
      },
    }),
  ]

  async function readMessage(call: RouteCall): Promise<string> {
    const { uuid = '' } = call.params
    const raw = await findMessage(messages, await open(call), uuid)
    if (raw === null) throw new ServerError('not_found', `There is no message '${uuid}' in this session.`)
    return raw
  }
}

function noMessages(sessionId: string): string {
  return `There is no transcript of the session '${sessionId}' yet.`
}

function assertAlone({ before, after, cursor, limit }: z.infer<typeof MessagesQuery>): void {
  const [named] = Object.entries({ before, after, cursor, limit }).find(([, value]) => value !== undefined) ?? []
  if (named === undefined) return
  throw new ServerError(
    'bad_request',
    `'all' gives the whole session, so '${named}' means nothing. Leave out one of them.`,
  )
}

/** A cursor goes on where its page ended, in its direction: what the first page was asked for with may stand beside it. */
function toAsked({ before, after, cursor, limit = DEFAULT_LIMIT }: z.infer<typeof MessagesQuery>) {
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
  const rest = JSON.stringify({ nextCursor, before, after, damagedLines }).slice(1)
  return new Answer({ type: 'application/json', body: `{"items":[${items.join(',')}],${rest}` })
}
