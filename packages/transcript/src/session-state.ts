import { nothingSeen, type Seen } from './seen.ts'

/** What the page calls the state of a session. */
export type Status = 'starting' | 'ready' | 'working' | 'awaiting approval' | 'idle' | 'error' | 'disconnected'

/** `waiting` for a person to allow it. */
export type ToolStatus = 'waiting' | 'running' | 'done' | 'failed' | 'aborted'

export interface ToolCall {
  kind: 'tool'
  id: string
  name: string
  input: unknown
  status: ToolStatus
  /** The text of its result, once there is one. */
  result?: string
}

export type Part = { kind: 'text'; text: string } | { kind: 'thinking'; text: string } | ToolCall

export type Entry =
  | { kind: 'user'; id: string; text: string }
  | { kind: 'assistant'; id: string; parts: readonly Part[] }
  | { kind: 'notice'; id: string; tone: 'info' | 'error'; text: string }

/** Something the CLI asks a person. It stays until it is answered or withdrawn. */
export interface Approval {
  requestId: string
  toolName: string
  /** The call it is about, where the CLI says it. */
  toolUseId?: string
  input: unknown
  reason?: string
}

/** A block that is still being written. The final frame of the block takes its place. */
export interface Draft {
  messageId: string
  index: number
  kind: 'text' | 'thinking' | 'tool'
  text: string
}

export interface SessionState {
  status: Status
  entries: readonly Entry[]
  drafts: readonly Draft[]
  approvals: readonly Approval[]
  model?: string
  permissionMode?: string
  costUsd: number
  /** Messages that were counted: a repeat changes nothing. */
  seen: Seen
  /** The assistant message whose stream events are coming in. */
  streaming: string | null
}

export const initialState: SessionState = {
  status: 'starting',
  entries: [],
  drafts: [],
  approvals: [],
  costUsd: 0,
  seen: nothingSeen,
  streaming: null,
}
