import type { Message, MessageOf } from '@quarterdeck/protocol/pure'
import { toLaneName } from '../calls/subagents.ts'
import { applyTodoFile } from '../calls/todos.ts'
import { getValue, hasValue, setValue } from '../state/dictionary.ts'
import { MAIN } from '../state/lanes.ts'
import { createDraft, type SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import { toStatus } from '../turns/status.ts'
import { applyLineFacts } from './about.ts'
import { addLine, addTreeLine, isFromDisk, type TreeLine } from './branches.ts'
import { addUnread, applyKeeper, applyUnheld } from './keeper.ts'
import type { MessageContext } from './message-context.ts'
import { folds } from './message-folds.ts'
import { applyEcho } from './sent.ts'
import type { MessageEvent, SessionEvent } from './session-event.ts'

/**
 * The state after one more event. Pure: it runs in the server and in the page, over live lines, over the log and over transcripts. Its cost
 * does not grow with the session, and a repeated event changes nothing.
 */
export function fold(state: SessionState, event: SessionEvent): SessionState {
  const { seq } = event
  if (seq === undefined) return applyEvent(state, event) ?? state
  if (seq <= state.seq) return state
  const next = applyEvent(state, event) ?? createDraft(state)
  next.seq = seq
  return next
}

/** Null where the event changes nothing, so that no copy is made for it. */
function applyEvent(state: SessionState, event: SessionEvent): SessionDraft | null {
  switch (event.kind) {
    case 'message':
      try {
        return applyMessage(state, event)
      } catch {
        // A message of an unexpected shape: its line is shown as it came, and the session goes on.
        return applyUnread(state, JSON.stringify(event.message), event)
      }
    case 'unread':
      return applyUnread(state, event.text, event)
    case 'keeper': {
      const draft = createDraft(state)
      setLastAt(draft, event.at)
      applyKeeper(draft, event.message, event)
      return withStatus(draft)
    }
    case 'todos': {
      const draft = createDraft(state)
      applyTodoFile(draft, event.todos)
      return draft
    }
    case 'unheld': {
      if (state.process === 'running') return null
      const draft = createDraft(state)
      applyUnheld(draft)
      return withStatus(draft)
    }
  }
}

function applyUnread(state: SessionState, text: string, event: SessionEvent): SessionDraft {
  const draft = createDraft(state)
  setLastAt(draft, event.at)
  addUnread(draft, text, event)
  return withStatus(draft)
}

function withStatus(draft: SessionDraft): SessionDraft {
  draft.status = toStatus(draft)
  return draft
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

/** The subtype of a message; that of a stream event or of progress is the type of what it holds. */
function toSubtype(message: Known): string {
  if (message.type === 'stream_event') return message.event?.type ?? ''
  return (message.type === 'progress' ? message.data?.type : message.subtype) ?? ''
}

type AnyFold = (draft: SessionDraft, message: Message, context: MessageContext) => void

/** The folds by type, then by subtype where there is one: looking them up builds no string for each message. */
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

/** Null where the message is a repeat, or of a kind that changes nothing. */
function applyMessage(state: SessionState, event: MessageEvent): SessionDraft | null {
  if (event.message.type === 'stream_event') return applyStream(state, event)
  const line = toNewLine(state, event)
  if (line === null) return null
  const draft = createDraft(state)
  applyLine(draft, event, line)
  return draft
}

function applyStream(state: SessionState, event: MessageEvent): SessionDraft | null {
  const apply = findFold(event.message as Known)
  if (apply === undefined) return null
  const draft = createDraft(state)
  apply(draft, event.message, toContext(event, toLaneName(state, event.message), event.at))
  if (draft.main === state.main && draft.looseLanes === state.looseLanes) return null
  finishMessage(draft, event, event.at)
  return draft
}

interface NewLine {
  apply: AnyFold | undefined
  lane: string
  lineId: string | undefined
  at: string | undefined
  /** The CLI's echo of a prompt that is known already. */
  isEcho: boolean
}

function toNewLine(state: SessionState, { message, at }: MessageEvent): NewLine | null {
  const apply = findFold(message as Known)
  const lane = toLaneName(state, message)
  const { uuid, timestamp } = message as Known
  // The CLI's bookkeeping on disk: many and large lines without a uuid, which change nothing.
  if (apply === undefined && uuid === undefined && at === undefined) return null
  const lineId = toLineId(state, message)
  const isKnown = lineId !== undefined && hasValue(state.lines, lineId)
  const isEcho = isKnown && message.type === 'user' && message.isReplay === true
  if (isKnown && !isEcho) return null
  if (lineId === undefined && uuid !== undefined && hasValue(state.counted, uuid)) return null
  return { apply, lane, lineId, at: at ?? timestamp, isEcho }
}

function applyLine(draft: SessionDraft, event: MessageEvent, { apply, lane, lineId, at, isEcho }: NewLine): void {
  const { message } = event
  if (isEcho) {
    applyEcho(draft, message as MessageOf<'user'>)
    return
  }
  const { uuid } = message as Known
  const firstEntry = draft.main.entries.size
  if (apply !== undefined) {
    apply(draft, message, toContext(event, lane, at))
    applyAgentProgress(draft, event)
  }
  if (lineId !== undefined) countLine(draft, message, { lane, lineId, firstEntry })
  else if (uuid !== undefined) draft.counted = setValue(draft.counted, uuid, 1)
  finishMessage(draft, event, at)
}

/** The last step of every message: its time, whether it shows that a process runs, and the status. */
function finishMessage(draft: SessionDraft, { message, from }: MessageEvent, at: string | undefined): void {
  if (!isHostQuestion(message, from)) setLastAt(draft, at)
  if ((draft.process !== 'running' || !draft.hasAnswered) && isLive(message)) {
    draft.process = 'running'
    draft.hasAnswered ||= from === 'cli' || message.type === 'control_response' || message.type === 'system'
  }
  draft.status = toStatus(draft)
}

/** A control request of the host, or the CLI's answer to one: looking at a session is no activity in it. */
function isHostQuestion({ type }: Message, from: MessageEvent['from']): boolean {
  return (type === 'control_request' && from === 'host') || (type === 'control_response' && from === 'cli')
}

/** Whether a message came from a running process. */
function isLive(message: Message): boolean {
  return !isFromDisk(message) && LIVE.has(message.type)
}

function toContext({ from, by, inputHash, seq }: MessageEvent, lane: string, at: string | undefined): MessageContext {
  return { lane, at, from, by, inputHash, isNumbered: seq !== undefined }
}

/** Folds the messages of an agent that older CLIs put into progress lines. */
function applyAgentProgress(draft: SessionDraft, event: MessageEvent): void {
  const { message } = event
  if (message.type !== 'progress' || message.data.type !== 'agent_progress' || !message.parent_tool_use_id) return
  const { message: one, normalizedMessages: more = [] } = message.data
  const parent = message.parent_tool_use_id
  for (const inner of [...more, ...(one === undefined ? [] : [one])]) {
    if (inner.type !== 'user' && inner.type !== 'assistant') continue
    const own = { ...inner, parent_tool_use_id: parent, parentUuid: null } as unknown as Message
    const innerEvent = { ...event, message: own }
    const line = toNewLine(draft, innerEvent)
    if (line !== null) applyLine(draft, innerEvent, line)
  }
}

/**
 * The id under which a line is remembered for good. Progress is remembered for its turn only. Control requests and answers are known by
 * the id of the request, which a host may use again for another process.
 */
function toLineId(state: SessionState, message: Message): string | undefined {
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
  lane: string
  lineId: string
  /** The index that an entry has which this message added. */
  firstEntry: number
}

/** Remembers a line, its parent in the transcript, and the entry it became. */
function countLine(draft: SessionDraft, message: Message, { lane, lineId, firstEntry }: Counted): void {
  const { uuid } = message as Known
  if (lane !== MAIN || uuid === undefined) {
    setSidechain(draft, message)
    addLine(draft, lineId)
    return
  }
  const entry = draft.main.entries.size > firstEntry ? firstEntry : findFrameEntry(draft, message)
  if (!isFromDisk(message)) {
    if (!hasValue(draft.lines, uuid)) addLine(draft, uuid, entry)
    return
  }
  const leads = message.type === 'user' || message.type === 'assistant' || message.type === 'system'
  addTreeLine(draft, message as TreeLine, entry, leads)
  applyLineFacts(draft, message as TreeLine)
}

/** A transcript that begins with a line of an agent, without a prompt, is the agent's own: its title says so if it gets no other. */
function setSidechain(draft: SessionDraft, message: Message): void {
  if ((message as Known).isSidechain && draft.main.entries.size === 0 && !draft.titles.isSidechain)
    draft.titles = { ...draft.titles, isSidechain: true }
}

/** The entry in the main lane that a frame was added to. */
function findFrameEntry(state: SessionState, message: Message): number | undefined {
  if (message.type !== 'assistant') return undefined
  const position = getValue(state.positions, message.message.id ?? message.uuid ?? '')
  return position?.lane === MAIN ? position.entry : undefined
}

function setLastAt(draft: SessionDraft, at: string | undefined): void {
  if (at !== undefined && (draft.lastAt === null || at > draft.lastAt)) draft.lastAt = at
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
