import { z } from 'zod'
import { SessionCommand } from './commands.ts'
import type { ErrorBody } from './error-body.ts'
import type { GapReason, RecordFrame } from './frames.ts'
import type { InboxItem } from './inbox-item.ts'
import type { SessionFacts } from './session-detail.ts'
import type { SessionRow } from './session-row.ts'

const OpenSession = z.strictObject({
  sessionId: z.string().min(1).max(100),
  /** What the client has already: it goes on behind that, or is told that it cannot. */
  epoch: z.string().max(200).optional(),
  after: z.int().nonnegative().optional(),
  /** Without a cursor, or where it cannot go on behind it: so many of the newest messages. */
  tail: z.int().positive().max(5000).optional(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** So many sessions may be open on one connection. */
export const MAX_OPEN_SESSIONS = 100

/** What a page says on `/api/live`. The first is `hello`. */
export const LiveRequest = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    protocol: z.int(),
    /** The page's own version. */
    page: z.string().max(100),
    isVisible: z.boolean(),
    sessions: z.array(OpenSession).max(MAX_OPEN_SESSIONS),
  }),
  z.strictObject({ type: z.literal('open'), ...OpenSession.shape }),
  z.strictObject({ type: z.literal('close'), sessionId: z.string().max(100) }),
  /** Every frame up to this one was read: there is room for more. */
  z.strictObject({ type: z.literal('ack'), frame: z.int().nonnegative() }),
  z.strictObject({ type: z.literal('command'), commandId: z.string().min(1).max(200), command: SessionCommand }),
  z.strictObject({ type: z.literal('visible'), isVisible: z.boolean() }),
  /** Nothing is wanted, and the page lives. */
  z.strictObject({ type: z.literal('beat') }),
])
export type LiveRequest = z.infer<typeof LiveRequest>

/** A message of a session; the epoch of its number was told when the session was opened. */
export type LiveRecord = Omit<RecordFrame, 'epoch'>

/** What the operator lets people do, beyond what is always allowed: `--allow-bypass` and `--allow-config`. */
export interface Allowance {
  bypass: boolean
  config: boolean
}

/** What the server says on `/api/live`; each frame has its number, which is acknowledged. A page steps over types it does not know. */
export type LiveFrame = { frame: number } /** The server is heard of at least every `beatMs`. */ & (
  | { type: 'welcome'; protocol: number; version: string; isDemo: boolean; allows: Allowance; beatMs: number }
  /** The page is of another version than the server: it is to be loaded again. */
  | { type: 'reload'; protocol: number; version: string; message: string }
  /** The newest sessions; older ones come by HTTP, behind `nextCursor`. */
  | { type: 'list'; rows: SessionRow[]; nextCursor: string | null }
  | { type: 'list_change'; changed: SessionRow[]; gone: string[] }
  /** All that waits for a person now. */
  | { type: 'inbox'; items: InboxItem[] }
  /**
   * What follows begins behind `after`. Where it `isAnew`, what the page has of the session counts no longer. Older messages are had by
   * HTTP, before the first that has a uuid, if it `hasOlder`.
   */
  | { type: 'opened'; sessionId: string; epoch: string; after: number; isAnew: boolean; hasOlder: boolean }
  /** Comes before `opened` where the client's place was lost; by itself where only pieces of what was finished are left out. */
  | { type: 'gap'; sessionId: string; epoch: string; reason: GapReason; isAnew: boolean }
  | { type: 'records'; sessionId: string; records: LiveRecord[] }
  /** Everything that existed has been sent; what follows is live. */
  | { type: 'caught_up'; sessionId: string; seq: number }
  /** What the server knows of the whole session; only what has changed since the last time. */
  | { type: 'facts'; sessionId: string; facts: SessionFacts }
  /** Something is wrong that no record can tell, such as a full disk; null when it is over. */
  | { type: 'problem'; sessionId: string; message: string | null }
  /** What was sent cannot be read, or the session cannot be opened; of the latter nothing more is told. */
  | ({ type: 'error'; sessionId?: string } & ErrorBody)
  | { type: 'receipt'; commandId: string; ok: true; result: unknown }
  | ({ type: 'receipt'; commandId: string; ok: false } & ErrorBody)
  /** Nothing happened, and the connection lives. */
  | { type: 'beat' }
)
