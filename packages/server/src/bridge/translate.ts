import { type KeeperMessage, type LogRecord, type Message, parseValue } from '@quarterdeck/protocol'
import { type Approval, fold, itemsOf, type SessionState, toEvent } from '@quarterdeck/transcript'
import type { BridgeStatus, SessionMessage } from './bridge-message.ts'
import { toToolResults } from './tool-results.ts'

export interface Translation {
  state: SessionState
  messages: SessionMessage[]
}

/** A record of the log, or a line of a transcript, which has neither a time nor a writer of its own. */
export type BridgeRecord = Pick<LogRecord, 'message'> & Partial<LogRecord>

/** What a record of a session means in the words of the bridge, knowing what was before it. */
export function translate(before: SessionState, record: BridgeRecord): Translation {
  const line = record.from === 'keeper' ? null : parseValue(record.message, '')
  const message = line?.kind === 'message' ? line.message : null
  // Without its number: after a change of source others come, and none is told twice.
  const { seq: _, ...event } = toEvent(record as LogRecord, message)
  const state = fold(before, event)
  const said = [
    ...toUserInputs(before, state),
    ...(message === null ? [] : toMessages(message, state, record.from)),
    ...(record.from === 'keeper' ? toKeeperMessages(record.message as KeeperMessage) : []),
    ...toNewRequests(before, state),
  ]
  const status = toBridgeStatus(state)
  const isNews = status !== toBridgeStatus(before)
  return { state, messages: isNews ? [...said, { type: 'status', status }] : said }
}

/** A session that has no process waits for input as one at rest does: the next message starts it. */
export function toBridgeStatus({ status }: Pick<SessionState, 'status'>): BridgeStatus {
  if (status === 'awaiting approval' || status === 'awaiting answer') return 'waiting_approval'
  return status === 'working' ? 'running' : 'idle'
}

/** `toolUseId` names the prompt on the bridge; what is not about a call goes by the request. */
export function toPermissionRequest({ toolUseId, requestId, toolName, input }: Approval): SessionMessage {
  return { type: 'permission_request', toolUseId: toolUseId ?? requestId, toolName, input }
}

function toNewRequests(before: SessionState, after: SessionState): SessionMessage[] {
  if (before.approvals === after.approvals) return []
  const known = new Set(before.approvals.map(({ requestId }) => requestId))
  return after.approvals.filter(({ requestId }) => !known.has(requestId)).map(toPermissionRequest)
}

/** The fold knows which lines of the user a person wrote, and takes a prompt and its echo for one. */
function toUserInputs(before: SessionState, after: SessionState): SessionMessage[] {
  const [{ entries: old }, { entries }] = [before.main, after.main]
  if (entries.size <= old.size) return []
  return [...itemsOf(entries, old.size)].flatMap((entry): SessionMessage[] =>
    entry.kind === 'user' ? [{ type: 'user_input', text: entry.text }] : [],
  )
}

function toMessages(message: Message, state: SessionState, from: LogRecord['from'] | undefined): SessionMessage[] {
  switch (message.type) {
    case 'assistant': {
      const { parent_tool_use_id: parent } = message
      return [{ type: 'assistant', message: message.message, ...(parent != null && { parentToolUseId: parent }) }]
    }
    case 'user':
      return from === 'host' ? [] : toToolResults(message, state)
    case 'stream_event':
      return toDeltas(message)
    case 'result':
      return [toResult(message)]
    case 'system':
      return message.subtype === 'init' ? [toInit(message)] : []
    default:
      return []
  }
}

/** Of Claude alone: pieces of agents would be written into the same text, and their messages come whole. */
function toDeltas({ event, parent_tool_use_id: parent }: Extract<Message, { type: 'stream_event' }>): SessionMessage[] {
  if (parent != null || event.type !== 'content_block_delta') return []
  const { delta } = event
  if (delta.type === 'text_delta') return [{ type: 'stream_delta', text: delta.text }]
  return delta.type === 'thinking_delta' ? [{ type: 'thinking_delta', text: delta.thinking }] : []
}

function toResult(message: Extract<Message, { type: 'result' }>): SessionMessage {
  const { subtype, is_error: isError, total_cost_usd: cost, duration_ms: duration } = message
  const { result, errors, error } = message as { result?: string; errors?: unknown; error?: unknown }
  const words = [error, ...(Array.isArray(errors) ? errors : [])].filter((each) => typeof each === 'string')
  const reason = words.length > 0 ? words.join('\n') : (result ?? subtype)
  return {
    type: 'result',
    subtype,
    ...(result !== undefined && { result }),
    ...(isError && { error: reason }),
    ...(cost !== undefined && { cost }),
    ...(duration !== undefined && { duration }),
  }
}

function toInit(message: Extract<Message, { type: 'system'; subtype: 'init' }>): SessionMessage {
  const { model, tools, slash_commands: slashCommands, skills, agents, permissionMode } = message
  return {
    type: 'system',
    subtype: 'init',
    model,
    tools,
    slashCommands,
    ...(skills && { skills }),
    ...(agents && { agents }),
    ...(permissionMode && { permissionMode }),
  }
}

function toKeeperMessages(message: KeeperMessage): SessionMessage[] {
  if (message.subtype === 'exited') {
    const { kind, reason, stderr, code, signal } = message.exit
    if (kind === 'finished' || kind === 'stopped') return []
    const how = signal === null ? `code ${code}` : signal
    const why = reason ?? stderr.trim().split('\n').at(-1) ?? ''
    const advice = 'The next message starts it again.'
    return [{ type: 'error', message: `Claude Code ended by itself (${how}). ${why} ${advice}`.replace('  ', ' ') }]
  }
  if (message.subtype === 'session_changed')
    return [{ type: 'system', subtype: 'session_changed', previous: message.previous, current: message.sessionId }]
  return []
}
