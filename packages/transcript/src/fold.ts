import type { Message } from '@quarterdeck/protocol/pure'
import { applyLineFacts } from './about.ts'
import { getValue, hasValue, setValue } from './dictionary.ts'
import { type Context, folds } from './folds.ts'
import { addUnread, applyKeeper } from './keeper.ts'
import { MAIN } from './lane.ts'
import type { MessageEvent, SessionEvent } from './session-event.ts'
import type { SessionState } from './session-state.ts'
import { withStatus } from './status.ts'
import { toLaneName } from './subagents.ts'
import { addLine, addThreadLine } from './threads.ts'
import { applyTodoFile } from './todos.ts'
import { applyEcho } from './user.ts'

/**
 * One event more. Pure: it runs in the server and in the page, over live lines, recorded ones and those on disk alike. What it
 * costs does not grow with the session, and what was told before changes nothing.
 */
export function fold(state: SessionState, event: SessionEvent): SessionState {
  const { seq } = event
  if (seq === undefined) return applyEvent(state, event)
  if (seq <= state.seq) return state
  return { ...applyEvent(state, event), seq }
}

function applyEvent(state: SessionState, event: SessionEvent): SessionState {
  switch (event.kind) {
    case 'message':
      return applyMessage(state, event)
    case 'unread':
      return withStatus(addUnread(heard(state, event.at), event.text, event.at))
    case 'keeper':
      return withStatus(applyKeeper(heard(state, event.at), event.message, event.at))
    case 'todos':
      return applyTodoFile(state, event.todos)
  }
}

interface Known {
  type: string
  subtype?: string
  uuid?: string
  timestamp?: string
  event?: { type?: string }
  data?: { type?: string }
}

function toName(message: Known): string {
  switch (message.type) {
    case 'system':
    case 'result':
      return `${message.type}/${message.subtype}`
    case 'stream_event':
      return STREAM[message.event?.type ?? ''] ?? 'stream_event/ping'
    case 'progress':
      return `progress/${message.data?.type}`
    default:
      return message.type
  }
}

/** Most messages are stream events: their names are not put together each time. */
const STREAM: Readonly<Record<string, string>> = {
  content_block_delta: 'stream_event/content_block_delta',
  content_block_start: 'stream_event/content_block_start',
  message_start: 'stream_event/message_start',
  message_delta: 'stream_event/message_delta',
  message_stop: 'stream_event/message_stop',
}

type AnyFold = (state: SessionState, message: Message, context: Context) => SessionState

function applyMessage(state: SessionState, event: MessageEvent): SessionState {
  const { message } = event
  const name = toName(message as Known)
  const apply = Object.hasOwn(folds, name) ? (folds as unknown as Record<string, AnyFold>)[name] : undefined
  const lane = toLaneName(state, message)
  if (message.type === 'stream_event') {
    const next = apply === undefined ? state : apply(state, message, { ...event, lane })
    return next === state ? state : withStatus(alive(next, event))
  }
  const { uuid, timestamp } = message as Known
  const seen = toSeen(state, message)
  if (seen !== undefined && hasValue(state.lines, seen))
    return message.type === 'user' && message.isReplay ? applyEcho(state, message) : state
  if (seen === undefined && uuid !== undefined && hasValue(state.heard, uuid)) return state
  const at = event.at ?? timestamp
  const begun = heard(alive(state, event), at)
  const context: Context = { ...event, lane, ...(at === undefined ? {} : { at }) }
  const next = apply === undefined ? begun : applyTold(apply(begun, message, context), event)
  if (seen !== undefined) return withStatus(hang(begun, next, { message, lane, seen }))
  return withStatus(uuid === undefined ? next : { ...next, heard: setValue(next.heard, uuid, 1) })
}

/** Older CLIs put the messages of an agent into lines of progress. */
function applyTold(state: SessionState, event: MessageEvent): SessionState {
  const { message } = event
  if (message.type !== 'progress' || message.data.type !== 'agent_progress' || !message.parent_tool_use_id) return state
  const { message: one, normalizedMessages: more = [] } = message.data
  const parent = message.parent_tool_use_id
  return [...more, ...(one === undefined ? [] : [one])].reduce<SessionState>((next, told) => {
    if (told.type !== 'user' && told.type !== 'assistant') return next
    const inner = { ...told, parent_tool_use_id: parent, parentUuid: null } as unknown as Message
    return applyMessage(next, { ...event, message: inner })
  }, state)
}

/**
 * The name by which a line is known for good. What only tells how far a thing is need not be remembered beyond its turn; questions
 * and answers are known by the id of the request, which a host may use again in another process.
 */
function toSeen(state: SessionState, message: Message): string | undefined {
  const { uuid } = message as Known
  if (message.type === 'control_request') return `asks ${state.starts} ${message.request_id}`
  if (message.type === 'control_response') return `answers ${state.starts} ${message.response.request_id}`
  if (message.type === 'control_cancel_request') return `withdraws ${state.starts} ${message.request_id}`
  if (message.type === 'tool_progress') return undefined
  if (message.type === 'system' && (message.subtype === 'thinking_tokens' || message.subtype === 'task_progress'))
    return undefined
  return uuid
}

interface Counted {
  message: Message
  lane: string
  seen: string
}

/** A line is counted, and where it hangs is kept together with the entry it has become. */
function hang(before: SessionState, state: SessionState, { message, lane, seen }: Counted): SessionState {
  const { uuid } = message as Known
  if (lane !== MAIN || uuid === undefined) return addLine(state, seen)
  const own = message.type === 'assistant' ? getValue(state.places, message.message.id ?? uuid ?? '') : undefined
  const isNew = state.main.entries.size > before.main.entries.size
  const entry = own?.lane === MAIN ? own.entry : isNew ? before.main.entries.size : undefined
  if (!('parentUuid' in message))
    return getValue(state.lines, uuid ?? '') === undefined ? addLine(state, uuid, entry) : state
  const leads = message.type === 'user' || message.type === 'assistant' || message.type === 'system'
  return applyLineFacts(addThreadLine(state, message, { entry, leads }), message)
}

function heard(state: SessionState, at: string | undefined): SessionState {
  return at === undefined || (state.lastAt !== undefined && at <= state.lastAt) ? state : { ...state, lastAt: at }
}

const LIVE = new Set([
  'user',
  'assistant',
  'system',
  'stream_event',
  'result',
  'control_request',
  'control_response',
  'control_cancel_request',
  'command_lifecycle',
  'tool_progress',
  'conversation_reset',
])

/** A line that does not say where it hangs comes from a process, which therefore is there. */
function alive(state: SessionState, { message, from }: MessageEvent): SessionState {
  if ('parentUuid' in message || !LIVE.has(message.type)) return state
  const hasAnswered =
    state.hasAnswered || from === 'cli' || message.type === 'control_response' || message.type === 'system'
  if (state.process === 'running' && hasAnswered === state.hasAnswered) return state
  return { ...state, process: 'running', hasAnswered }
}
