import type { QueuedMessage } from '@quarterdeck/protocol/pure'

/** Where the log has a request of the CLI that waits for an answer; the request itself is `OpenRequest`. */
export interface OpenRequestMark {
  /** Its record, which must not be dropped while it waits. */
  seq: number
  subtype: string
  toolUseId?: string
}

export interface Answered {
  by?: string
  at: string
}

/** What was set in the running process and is lost with it, unless somebody remembers. */
export interface LiveSettings {
  model?: string
  permissionMode?: string
  /** Changes of permissions that hold for the session only, in the order they were made. */
  permissionUpdates: readonly Readonly<Record<string, unknown>>[]
  /** MCP servers that were switched on or off. */
  mcpToggles: Readonly<Record<string, boolean>>
  /** What was laid over the CLI's own settings for the session: effort, fast mode, output style. */
  flagSettings?: Readonly<Record<string, unknown>>
}

/** What must be known of a session to go on with it; plain data, kept in the log as a snapshot. */
export interface SessionFacts {
  /** The newest last: `/clear` goes on under another. */
  sessionIds: readonly string[]
  isRunning: boolean
  /** A prompt was taken, so there is a transcript to resume. */
  hasTranscript: boolean
  isBusy: boolean
  /** Somebody has suspended the process in its turn. */
  isSuspended: boolean
  /** The process tells when it rests, so that a `result` need not be taken for the end. */
  tellsState: boolean
  /** Prompts that were written and of which nothing was heard yet. */
  sent: Readonly<Record<string, unknown>>
  /** Prompts of the running turn. The CLI tells that it has taken them before they are in its transcript. */
  unfinished: Readonly<Record<string, unknown>>
  /** The running turn has said whose it is. */
  hasHeard: boolean
  /** Work that outlives its turn. */
  tasks: readonly string[]
  open: Readonly<Record<string, OpenRequestMark>>
  /** The last ones, the newest last. */
  answered: Readonly<Record<string, Answered>>
  queue: readonly QueuedMessage[]
  /** What was done, by the id of the command; the last ones, the newest last. */
  receipts: Readonly<Record<string, { seq: number; state: 'written' | 'queued' }>>
  settings: LiveSettings
  /** Requests of the host that change a setting and have no answer yet. */
  asked: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export const noFacts: SessionFacts = {
  sessionIds: [],
  isRunning: false,
  hasTranscript: false,
  isBusy: false,
  isSuspended: false,
  tellsState: false,
  sent: {},
  unfinished: {},
  hasHeard: false,
  tasks: [],
  open: {},
  answered: {},
  queue: [],
  receipts: {},
  settings: { permissionUpdates: [], mcpToggles: {} },
  asked: {},
}

/** Nothing runs and nothing waits: the process could end without loss. */
export function isAtRest(facts: SessionFacts): boolean {
  const { isBusy, tasks, open, queue, sent } = facts
  return !isBusy && tasks.length === 0 && isEmpty(open) && queue.length === 0 && isEmpty(sent)
}

export function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(record).length === 0
}
