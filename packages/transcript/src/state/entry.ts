import type { AgentFacts } from '../calls/subagents.ts'
import type { Tokens } from '../turns/usage.ts'
import type { List } from './list.ts'

/**
 * `queued` behind a call of the same message that needed a person; `waiting` for a person to allow it; `aborted` by the end of its
 * turn, `cancelled` by the person before it had ended.
 */
export type ToolStatus = 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'cancelled' | 'aborted'

/** What was decided about a prompt of the CLI. */
export interface Decision {
  outcome: 'allowed' | 'denied' | 'answered' | 'withdrawn' | 'closed'
  at?: string
  /** Who decided, in the host's own words. */
  by?: string
  /** What was said with a refusal. */
  message?: string
  /** What was sent in the place of the input that was asked about. */
  updatedInput?: unknown
  updatedPermissions?: readonly unknown[]
  answers?: unknown
}

export interface ToolCall {
  kind: 'tool'
  id: string
  /** Of the line that it came with. */
  uuid?: string
  name: string
  /** What it is done with: what Claude asked for, or what a person or a hook made of that. */
  input: unknown
  /** What Claude asked for, where it is done with something else. */
  asked?: unknown
  status: ToolStatus
  startedAt?: string
  endedAt?: string
  elapsedMs?: number
  /** What it says while it runs. */
  progress?: string
  /** Of the line that its result came with. */
  resultUuid?: string
  /** The text of its result, once there is one. */
  result?: string
  /** The same as data, where the CLI gives it. */
  structured?: unknown
  /** A person changed the input, or the file, before it was done. */
  userModified?: boolean
  /** Why it was denied. */
  reason?: string
  decision?: Decision
  /** The background task that it started. */
  taskId?: string
  /** A line under which it may be folded away. */
  summary?: string
  /** The conversation of the agent that it started. */
  subagent?: Lane
}

/** `block` is the place in the message: a draft and what takes its place have the same; `uuid` is of the line that it came with. */
export type Part =
  | { kind: 'text'; block: number; text: string; uuid?: string }
  | { kind: 'thinking'; block: number; text: string; isRedacted?: true; uuid?: string }
  | { kind: 'other'; block: number; type: string; uuid?: string }
  | ToolCall

interface EntryBase {
  id: string
  at?: string
  /** How many of its lines are not on the current branch. */
  hiddenLines?: number
}

export interface UserEntry extends EntryBase {
  kind: 'user'
  text: string
  /** A slash command, or one of the shell, as it was typed. */
  isCommand?: true
  /** Pictures and documents, by their type. */
  attachments?: readonly string[]
  /** Pasted text that the prompt refers to. */
  pastes?: readonly string[]
  by?: string
  /** A hook did not let it through, and why. */
  rejected?: string
}

export interface AssistantEntry extends EntryBase {
  kind: 'assistant'
  /** Of its newest line. */
  uuid?: string
  /** Of the newest result of its calls: with it, and not before, a copy of the conversation has all of them. */
  resultUuid?: string
  parts: readonly Part[]
  /** How many blocks its frames have brought, shown or not. */
  blocks: number
  /** How many lines it is made of. */
  frames: number
  model?: string
  usage?: Tokens
  /** It is no answer but an error of the API, as words. */
  isError?: true
  /** The CLI's word for it, or else the status of the answer. */
  error?: string
}

export interface NoticeEntry extends EntryBase {
  kind: 'notice'
  tone: 'info' | 'warning' | 'error'
  text: string
  /** The API failed and is tried again: the next attempt takes its place. */
  isRetry?: true
  /** It is over then. */
  until?: string
}

/** What a command that ran inside the CLI wrote. */
export interface OutputEntry extends EntryBase {
  kind: 'output'
  stream: 'stdout' | 'stderr'
  text: string
  /** The shell's, and not the CLI's own. */
  isShell?: true
}

export interface SeparatorEntry extends EntryBase {
  kind: 'separator'
  what: 'compaction' | 'microcompaction' | 'clear' | 'wake' | 'task'
  text: string
  /** The task that has ended. */
  taskId?: string
  /** The command that asked for it, where it was told only afterwards. */
  command?: UserEntry
}

/** What a compaction left of the conversation before it. */
export interface SummaryEntry extends EntryBase {
  kind: 'summary'
  text: string
}

/** A hook; its state stands in `hooks` under the same id. */
export interface HookEntry extends EntryBase {
  kind: 'hook'
  name: string
  status: 'running' | 'done' | 'failed' | 'cancelled'
  output?: string
}

/** A line that nobody needs to see, and why. */
export interface HiddenEntry extends EntryBase {
  kind: 'hidden'
  why: string
  text: string
}

export type Entry =
  | UserEntry
  | AssistantEntry
  | NoticeEntry
  | OutputEntry
  | SeparatorEntry
  | SummaryEntry
  | HookEntry
  | HiddenEntry

/** A block that is still being written. The final frame of the block takes its place. */
export interface Draft {
  messageId: string
  block: number
  kind: 'text' | 'thinking' | 'tool'
  text: string
  toolId?: string
  toolName?: string
}

/** A conversation: that of the person with Claude, or of Claude with an agent it has sent. */
export interface Lane {
  entries: List<Entry>
  drafts: readonly Draft[]
  /** The message that is being written. */
  open: string | null
  agent?: AgentFacts
}
