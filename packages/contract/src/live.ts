import { z } from 'zod'
import { SessionCommand } from './commands.ts'
import type { ErrorBody } from './error-body.ts'
import type { RecordFrame } from './frames.ts'
import type { InboxItem } from './inbox-item.ts'
import type { SessionRow } from './session-row.ts'

const OpenSession = z.strictObject({
  sessionId: z.string().min(1).max(100),
  /** What the client has already: it goes on behind that, or is told that it cannot. */
  epoch: z.string().max(200).optional(),
  after: z.int().nonnegative().optional(),
  /** Without a cursor: so many of the newest messages. */
  tail: z.int().positive().max(5000).optional(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** What a page says on `/api/live`. */
export const LiveRequest = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    protocol: z.int(),
    /** The page's own version. */
    page: z.string().max(100),
    isVisible: z.boolean(),
    sessions: z.array(OpenSession).max(100),
  }),
  z.strictObject({ type: z.literal('open'), ...OpenSession.shape }),
  z.strictObject({ type: z.literal('close'), sessionId: z.string() }),
  /** Every frame up to this one was read: there is room for more. */
  z.strictObject({ type: z.literal('ack'), frame: z.int().nonnegative() }),
  z.strictObject({ type: z.literal('command'), commandId: z.string().min(1).max(200), command: SessionCommand }),
  z.strictObject({ type: z.literal('visible'), isVisible: z.boolean() }),
])
export type LiveRequest = z.infer<typeof LiveRequest>

/** What the server says on `/api/live`; each frame has its number, which is acknowledged. */
export type LiveFrame = { frame: number } & (
  | { type: 'welcome'; protocol: number; version: string; isDemo: boolean }
  /** The page is of another version than the server: it is to be loaded again. */
  | { type: 'reload'; protocol: number; version: string; message: string }
  /** The newest sessions; older ones come by HTTP, behind `nextCursor`. */
  | { type: 'list'; rows: SessionRow[]; nextCursor: string | null }
  | { type: 'list_change'; changed: SessionRow[]; gone: string[] }
  /** All that waits for a person now. */
  | { type: 'inbox'; items: InboxItem[] }
  /** What follows begins behind `after`. Older messages are had by HTTP, before the message `before`; null when there are none. */
  | { type: 'opened'; sessionId: string; epoch: string; after: number; before: string | null }
  /** The client's cursor is not in this log, or it was too slow for all of it: it begins anew with what follows. */
  | { type: 'gap'; sessionId: string; epoch: string; reason: 'other_log' | 'too_slow' }
  | { type: 'records'; sessionId: string; records: RecordFrame[] }
  /** Everything that existed has been sent; what follows is live. */
  | { type: 'caught_up'; sessionId: string; seq: number }
  /** What the server knows of the whole session; only what has changed since the last time. */
  | { type: 'facts'; sessionId: string; facts: Record<string, unknown> }
  /** Something is wrong that no record can tell, such as a full disk; null when it is over. */
  | { type: 'problem'; sessionId: string; message: string | null }
  | { type: 'receipt'; commandId: string; ok: true; result: unknown }
  | ({ type: 'receipt'; commandId: string; ok: false } & ErrorBody)
  /** Nothing happened, and the connection lives. */
  | { type: 'beat' }
)
