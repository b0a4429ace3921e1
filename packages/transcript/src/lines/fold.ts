import type { Message } from '@quarterdeck/protocol/pure'
import { toLaneName } from '../calls/subagents.ts'
import { applyTodoFile } from '../calls/todos.ts'
import { getValue, hasValue, setValue } from '../state/dictionary.ts'
import { MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { toStatus, withStatus } from '../turns/status.ts'
import { applyLineFacts } from './about.ts'
import { addLine, addThreadLine, isFromDisk, type Threaded } from './branches.ts'
import { addUnread, applyKeeper, applyUnheld } from './keeper.ts'
import { type Context, folds } from './message-folds.ts'
import { applyEcho } from './sent.ts'
import type { MessageEvent, SessionEvent } from './session-event.ts'

/**
 * One event more. Pure: it runs in the server and in the page, over live lines, recorded ones and those on disk alike. What it
 * costs does not grow with the session, and what was told before changes nothing.
 */
export function fold(state: SessionState, event: SessionEvent): SessionState {
  const { seq } = event
  if (seq === undefined) return applyEvent(state, event)
  if (seq <= state.seq) return state
  const next = applyEvent(state, event)
  if (next === state) return { ...state, seq }
  next.seq = seq
  return next
}

function applyEvent(state: SessionState, event: SessionEvent): SessionState {
  switch (event.kind) {
    case 'message':
      try {
        return applyMessage(state, event)
      } catch {
        // Of a shape that nobody has looked at: the line is shown as it came, and takes no session with it.
        return applyUnread(state, JSON.stringify(event.message), event)
      }
    case 'unread':
      return applyUnread(state, event.text, event)
    case 'keeper':
      return withStatus(applyKeeper(heard({ ...state }, event.at), event.message, event))
    case 'todos':
      return applyTodoFile({ ...state }, event.todos)
    case 'unheld':
      return applyUnheld(state)
  }
}

function applyUnread(state: SessionState, text: string, event: SessionEvent): SessionState {
  return withStatus(addUnread(heard({ ...state }, event.at), text, event))
}

interface Known {
  type: string
  subtype?: string
  uuid?: string
  timestamp?: string
  isSidechain?: boolean
  event?: { type?: string }
  data?: { type?: string }
}

/** The second word of a message's name, where its type has one. */
function toSubtype(message: Known): string {
  if (message.type === 'stream_event') return message.event?.type ?? ''
  return (message.type === 'progress' ? message.data?.type : message.subtype) ?? ''
}

type AnyFold = (state: SessionState, message: Message, context: Context) => SessionState

/** By type, then by the second word where there is one: names are not put together for each message. */
const byType = new Map<string, AnyFold | Map<string, AnyFold>>()
for (const [name, apply] of Object.entries(folds)) {
  const [type = '', subtype] = name.split('/')
  const kinds = byType.get(type)
  if (subtype === undefined) byType.set(type, apply as AnyFold)
  else byType.set(type, (kinds instanceof Map ? kinds : new Map<string, AnyFold>()).set(subtype, apply as AnyFold))
}

function findFold(message: Known): AnyFold | undefined {
  const found = byType.get(message.type)
  return found instanceof Map ? found.get(toSubtype(message)) : found
}

function applyMessage(state: SessionState, event: MessageEvent): SessionState {
  const { message } = event
  const apply = findFold(message as Known)
  const lane = toLaneName(state, message)
  if (message.type === 'stream_event') {
    if (apply === undefined) return state
    const next = apply({ ...state }, message, toContext(event, lane, event.at))
    return next.main === state.main && next.loose === state.loose ? state : stamp(next, event, event.at)
  }
  const { uuid, timestamp } = message as Known
  // The CLI's bookkeeping on disk: many lines, and large, that say nothing here.
  if (apply === undefined && uuid === undefined && event.at === undefined) return state
  const seen = toSeen(state, message)
  if (seen !== undefined && hasValue(state.lines, seen))
    return message.type === 'user' && message.isReplay ? applyEcho({ ...state }, message) : state
  if (seen === undefined && uuid !== undefined && hasValue(state.heard, uuid)) return state
  const at = event.at ?? timestamp
  const own = { ...state }
  const next = apply === undefined ? own : applyTold(apply(own, message, toContext(event, lane, at)), event)
  const counted = seen === undefined ? listen(next, uuid) : hang(state, next, { message, lane, seen })
  return stamp(counted, event, at)
}

/** The last of a message: when it was, and what it means for the status. `state` is new, and nobody has seen it yet. */
function stamp(state: SessionState, { message, from }: MessageEvent, at: string | undefined): SessionState {
  if (!isQuestion(message, from) && at !== undefined && (state.lastAt === null || at > state.lastAt)) state.lastAt = at
  if ((state.process !== 'running' || !state.hasAnswered) && isLive(message)) {
    state.process = 'running'
    state.hasAnswered ||= from === 'cli' || message.type === 'control_response' || message.type === 'system'
  }
  state.status = toStatus(state)
  return state
}

/** What a host asks the CLI, and hears: whoever looks at a session does nothing in it. */
function isQuestion({ type }: Message, from: MessageEvent['from']): boolean {
  return (type === 'control_request' && from === 'host') || (type === 'control_response' && from === 'cli')
}

/** What a process has said: it therefore is there. */
function isLive(message: Message): boolean {
  return !isFromDisk(message) && LIVE.has(message.type)
}

function listen(state: SessionState, uuid: string | undefined): SessionState {
  if (uuid !== undefined) state.heard = setValue(state.heard, uuid, 1)
  return state
}

function toContext({ from, by, inputHash, seq }: MessageEvent, lane: string, at: string | undefined): Context {
  return { lane, at, from, by, inputHash, isNumbered: seq !== undefined }
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
  switch (message.type) {
    case 'control_request':
      return `asks ${state.starts} ${message.request_id}`
    case 'control_response':
      return `answers ${state.starts} ${message.response.request_id}`
    case 'control_cancel_request':
      return `withdraws ${state.starts} ${message.request_id}`
    case 'tool_progress':
      return undefined
    case 'system':
      return message.subtype === 'thinking_tokens' || message.subtype === 'task_progress' ? undefined : uuid
    default:
      return uuid
  }
}

interface Counted {
  message: Message
  lane: string
  seen: string
}

/** A line is counted, and where it hangs is kept together with the entry it has become. */
function hang(before: SessionState, state: SessionState, { message, lane, seen }: Counted): SessionState {
  const { uuid } = message as Known
  if (lane !== MAIN || uuid === undefined) return addLine(withSidechain(state, message), seen)
  const isNew = state.main.entries.size > before.main.entries.size
  const entry = isNew ? before.main.entries.size : findOwn(state, message)
  if (!isFromDisk(message)) return hasValue(state.lines, uuid) ? state : addLine(state, uuid, entry)
  const leads = message.type === 'user' || message.type === 'assistant' || message.type === 'system'
  return applyLineFacts(addThreadLine(state, message as Threaded, entry, leads), message as Threaded)
}

/** A transcript that begins with an agent, and nobody's prompt, is the agent's own: that is its name if it gets no other. */
function withSidechain(state: SessionState, message: Message): SessionState {
  if ((message as Known).isSidechain && state.main.entries.size === 0 && !state.titles.isSidechain)
    state.titles = { ...state.titles, isSidechain: true }
  return state
}

/** The entry that a frame has joined. */
function findOwn(state: SessionState, message: Message): number | undefined {
  if (message.type !== 'assistant') return undefined
  const place = getValue(state.places, message.message.id ?? message.uuid ?? '')
  return place?.lane === MAIN ? place.entry : undefined
}

function heard(state: SessionState, at: string | undefined): SessionState {
  if (at !== undefined && (state.lastAt === null || at > state.lastAt)) state.lastAt = at
  return state
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
