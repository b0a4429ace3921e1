import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { ofSession, paging, words, yes } from './fields.ts'

export const RawMessage = z.looseObject({ type: z.string() }).describe('A line of the CLI, as it wrote it')
export type RawMessage = z.infer<typeof RawMessage>

export const MessageList = z.object({
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
export type MessageList = z.infer<typeof MessageList>

const place = () => words('the uuid of a message', 300).optional()

export const MessagesQuery = z.strictObject({
  before: place().describe('The uuid of a message, or `before` of a page: what stands before it'),
  after: place().describe('The uuid of a message, or `after` of a page: what stands behind it'),
  answers: yes()
    .optional()
    .describe('With each request and answer by which a person changed what a tool was given, behind the call'),
  all: yes().optional().describe('The whole session as NDJSON, oldest first; no paging beside it'),
  ...paging(1000),
})
export type MessagesQuery = z.infer<typeof MessagesQuery>

export const messageRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/messages',
    policy: 'signed_in',
    summary: 'What was said in a session, as the CLI wrote it; the newest page first',
    notes:
      "Lines of subagents stand behind the call that started them, with `parent_tool_use_id` in front. A page ends where a uuid can name its edge, so it may be a little shorter than `limit`, and it holds 8 MiB at most or a single message: follow `nextCursor`, and do not count. A cursor wins over `before` and `after`, which may stay beside it; `all` goes with none of them. Of a session with a log of ours, the transcript comes up to the log and then the log's messages, each uuid once.",
    params: z.object(ofSession),
    query: MessagesQuery,
    answer: MessageList,
    isVerbatim: true,
    media: { 'application/x-ndjson': 'With `all=1`: a message a line, streamed' },
    errors: ['not_found'],
  }),
  read: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/messages/:uuid',
    policy: 'signed_in',
    summary: 'One message, as the CLI wrote it',
    params: z.object({ ...ofSession, uuid: z.string().max(100) }),
    answer: RawMessage,
    isVerbatim: true,
    errors: ['not_found'],
  }),
  image: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/messages/:uuid/images/:index',
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
  }),
}
