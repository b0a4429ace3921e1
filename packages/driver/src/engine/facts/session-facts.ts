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
  /** Prompts that wait in the CLI and that it was asked to give back, since a person has stopped the turn. */
  recalled: Readonly<Record<string, unknown>>
  /** The newest prompt that was written while nothing ran: the turn is its own. */
  turnPrompt: string | null
  /** The prompt whose turn a person has stopped: it is not to be done again. */
  stopped: string | null
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
  recalled: {},
  turnPrompt: null,
  stopped: null,
  hasHeard: false,
  tasks: [],
  open: {},
  answered: {},
  queue: [],
  receipts: {},
  settings: { permissionUpdates: [], mcpToggles: {} },
  asked: {},
}

/** Nothing runs and nothing waits to run: the process could end without loss. What is held outlives it. */
export function isAtRest(facts: SessionFacts): boolean {
  const { isBusy, tasks, open, queue, sent, recalled } = facts
  const waits = queue.some(({ isHeld }) => !isHeld) || !isEmpty(sent) || !isEmpty(recalled)
  return !isBusy && tasks.length === 0 && isEmpty(open) && !waits
}

/** The prompts that wait in the CLI behind the turn that runs, oldest first. */
export function findSteered({ sent, turnPrompt }: SessionFacts): readonly (readonly [uuid: string, prompt: unknown])[] {
  return Object.entries(sent).filter(([uuid]) => uuid !== turnPrompt)
}

export function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(record).length === 0
}
