import type { AgentFacts } from './agent-facts.ts'
import { emptyList, type List } from './list.ts'
import type { Tokens } from './usage.ts'

/**
 * `queued` behind a call of the same message that needed a person; `waiting` for a person to allow it; `aborted` by the end of its
 * turn, `cancelled` by the person before it had ended.
 */
export type ToolStatus = 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'cancelled' | 'aborted'

/** The answer to an approval, a question or a form of the CLI. */
export interface Decision {
  readonly outcome: 'allowed' | 'denied' | 'answered' | 'withdrawn' | 'closed'
  readonly at?: string
  /** Who decided, in the host's own words. */
  readonly by?: string
  /** The reason that came with a refusal. */
  readonly message?: string
  /** The input that the person allowed, where it differs from the one Claude asked for. */
  readonly updatedInput?: unknown
  readonly updatedPermissions?: readonly unknown[]
  readonly answers?: unknown
}

export interface ToolCall {
  readonly kind: 'tool'
  readonly id: string
  /** Of the line that brought the call. */
  readonly uuid?: string
  readonly name: string
  /** The input the tool runs with: Claude's, or what a person or a hook changed it to. */
  readonly input: unknown
  /** Claude's own input, where the tool runs with another. */
  readonly asked?: unknown
  readonly status: ToolStatus
  readonly startedAt?: string
  readonly endedAt?: string
  readonly elapsedMs?: number
  /** Its newest progress text while it runs. */
  readonly progress?: string
  /** Of the line that brought the result. */
  readonly resultUuid?: string
  /** The text of its result, once there is one. */
  readonly result?: string
  /** The result as data, where the CLI sends it (`tool_use_result`). */
  readonly structured?: unknown
  /** A person changed the input, or the file, before the tool ran. */
  readonly userModified?: boolean
  /** Why it was denied. */
  readonly reason?: string
  readonly decision?: Decision
  /** The background task that it started. */
  readonly taskId?: string
  /** A summary line under which the call may be folded away. */
  readonly summary?: string
  /** The conversation of the agent that it started. */
  readonly subagent?: Lane
}

/** A tool result that came before its call. */
export type EarlyResult = Pick<
  ToolCall,
  'status' | 'result' | 'resultUuid' | 'structured' | 'userModified' | 'endedAt' | 'reason'
>

/** `block` is the index in the API's message: a draft and its final part have the same. `uuid` is of the line that brought the part. */
export type Part =
  | { readonly kind: 'text'; readonly block: number; readonly text: string; readonly uuid?: string }
  | {
      readonly kind: 'thinking'
      readonly block: number
      readonly text: string
      readonly isRedacted?: true
      readonly uuid?: string
    }
  | { readonly kind: 'other'; readonly block: number; readonly type: string; readonly uuid?: string }
  | ToolCall

interface EntryBase {
  readonly id: string
  readonly at?: string
  /** How many of its lines are not on the current branch. */
  readonly hiddenLines?: number
}

export interface UserEntry extends EntryBase {
  readonly kind: 'user'
  readonly text: string
  /** A slash command, or one of the shell, as it was typed. */
  readonly isCommand?: true
  /** Pictures and documents, by their type. */
  readonly attachments?: readonly string[]
  /** Pasted text that the prompt refers to. */
  readonly pastes?: readonly string[]
  readonly by?: string
  /** A hook did not let it through, and why. */
  readonly rejected?: string
}

export interface AssistantEntry extends EntryBase {
  readonly kind: 'assistant'
  /** Of its newest line. */
  readonly uuid?: string
  /** Of the newest result of its calls: with it, and not before, a copy of the conversation has all of them. */
  readonly resultUuid?: string
  readonly parts: readonly Part[]
  /** How many blocks its frames have brought, shown or not. */
  readonly blocks: number
  /** How many lines it is made of. */
  readonly frames: number
  readonly model?: string
  readonly usage?: Tokens
  /** Its text is an error of the API, not an answer. */
  readonly isError?: true
  /** The CLI's word for it, or else the status of the answer. */
  readonly error?: string
}

export interface NoticeEntry extends EntryBase {
  readonly kind: 'notice'
  readonly tone: 'info' | 'warning' | 'error'
  readonly text: string
  /** The API failed and is tried again: the next attempt takes its place. */
  readonly isRetry?: true
  /** When the limit resets. */
  readonly until?: string
}

/** Output of a slash or shell command that ran inside the CLI. */
export interface OutputEntry extends EntryBase {
  readonly kind: 'output'
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
  /** Output of a shell command (`!ls`), not of a slash command. */
  readonly isShell?: true
}

export interface SeparatorEntry extends EntryBase {
  readonly kind: 'separator'
  readonly what: 'compaction' | 'microcompaction' | 'clear' | 'wake' | 'task'
  readonly text: string
  /** The task that has ended. */
  readonly taskId?: string
  /** The `/compact` that caused it: the CLI writes the command behind the compaction. */
  readonly command?: UserEntry
}

/** The summary that a compaction left of the conversation before it. */
export interface SummaryEntry extends EntryBase {
  readonly kind: 'summary'
  readonly text: string
}

/** A run of a hook. */
export interface HookEntry extends EntryBase {
  readonly kind: 'hook'
  readonly name: string
  readonly status: 'running' | 'done' | 'failed' | 'cancelled'
  readonly output?: string
}

/** A line that the page leaves out, and why. */
export interface HiddenEntry extends EntryBase {
  readonly kind: 'hidden'
  readonly why: string
  readonly text: string
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
  readonly messageId: string
  readonly block: number
  readonly kind: 'text' | 'thinking' | 'tool'
  readonly text: string
  readonly toolId?: string
  readonly toolName?: string
}

/** A conversation: that of the person with Claude, or of Claude with an agent it has sent. */
export interface Lane {
  readonly entries: List<Entry>
  readonly drafts: readonly Draft[]
  /** The message that is being written. */
  readonly open: string | null
  readonly agent?: AgentFacts
}

export const emptyLane: Lane = { entries: emptyList(), drafts: [], open: null }

/** Where an entry stands: the name of its lane, and its index in that lane. */
export interface EntryPosition {
  readonly lane: string
  readonly entry: number
}
