import type { StreamEvent } from '@quarterdeck/protocol/pure'
import { getValue, hasValue, setValue } from '../state/dictionary.ts'
import type { Draft, Lane, Part } from '../state/entry.ts'
import { changeEntry, changeLane, findEntry, findLane, MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { addParts } from './parts.ts'
import { countTokens, mergeTokens, toTokens } from './usage.ts'

/**
 * Grows what is being written. An event counts once in its turn, however often it is told; older ones than that are known by
 * their number in the log, or by the message they name.
 */
export function applyStreamEvent(
  state: SessionState,
  message: StreamEvent,
  name: string,
  isNumbered: boolean,
): SessionState {
  const { event, api_message_id: id } = message
  const uuid = isNumbered ? undefined : message.uuid
  if (uuid !== undefined && hasValue(state.heard, uuid)) return state
  const { main, loose } = state
  if (event.type === 'message_start') startMessage(state, name, event.message.id)
  else if (id === undefined || findLane(state, name)?.open === id) applyBlockEvent(state, event, name)
  if (uuid !== undefined && (state.main !== main || state.loose !== loose)) state.heard = setValue(state.heard, uuid, 1)
  return state
}

function applyBlockEvent(state: SessionState, event: StreamEvent['event'], name: string): SessionState {
  switch (event.type) {
    case 'content_block_start': {
      const draft = toDraft(event.content_block, event.index)
      if (draft === null) return state
      return changeLane(state, name, (lane) => startDraft(lane, draft, countFrames(state, lane.open)))
    }
    case 'content_block_delta': {
      const piece = toPiece(event.delta)
      return piece === '' ? state : changeLane(state, name, (lane) => growDraft(lane, event.index, piece))
    }
    case 'message_delta':
      return applyCounts(state, name, event.usage)
    case 'message_stop':
      return changeLane(state, name, stopMessage)
    default:
      return state
  }
}

/** Another message that begins means that the open one was given up: its drafts go, the API says it all again. */
function startMessage(state: SessionState, name: string, id: string): SessionState {
  if (getValue(state.places, id) !== undefined) return state
  if (name === MAIN && state.usage.thinkingTokens !== null) state.usage = { ...state.usage, thinkingTokens: null }
  return changeLane(state, name, (lane) => (lane.open === id ? lane : { ...lane, open: id, drafts: [] }))
}

function startDraft(lane: Lane, draft: Omit<Draft, 'messageId'>, frames: number): Lane {
  const messageId = lane.open
  const isKnown = draft.block < frames || lane.drafts.some((each) => each.block === draft.block)
  return messageId === null || isKnown ? lane : { ...lane, drafts: [...lane.drafts, { messageId, ...draft }] }
}

/** How many blocks of a message are here in full. */
function countFrames(state: SessionState, id: string | null): number {
  const place = id === null ? undefined : getValue(state.places, id)
  const entry = place === undefined ? undefined : findEntry(state, place)
  return entry?.kind === 'assistant' ? entry.blocks : 0
}

function growDraft(lane: Lane, block: number, piece: string): Lane {
  const at = lane.drafts.findIndex((draft) => draft.block === block)
  const draft = lane.drafts[at]
  return draft === undefined ? lane : { ...lane, drafts: lane.drafts.with(at, { ...draft, text: draft.text + piece }) }
}

function stopMessage(lane: Lane): Lane {
  return lane.open === null ? lane : { ...lane, open: null, drafts: [] }
}

function applyCounts(
  state: SessionState,
  name: string,
  usage: Parameters<typeof toTokens>[0] | null | undefined,
): SessionState {
  const open = findLane(state, name)?.open ?? null
  const place = open === null ? undefined : getValue(state.places, open)
  if (!usage || place === undefined) return state
  const entry = findEntry(state, place)
  if (entry?.kind !== 'assistant') return state
  const now = mergeTokens(entry.usage, toTokens(usage))
  state.usage = countTokens(state.usage, { before: entry.usage, now, isMain: name === MAIN })
  return changeEntry(state, place, () => ({ ...entry, usage: now }))
}

/**
 * Frames come in the order of their blocks: what they have brought in full is no draft any more. A frame of another message
 * means that the open one was given up: the connection broke, and the API was asked again.
 */
export function dropDrafts(lane: Lane, messageId: string, frames: number): Lane {
  if (lane.open !== null && lane.open !== messageId) return { ...lane, drafts: [], open: null }
  const drafts = lane.drafts.filter((draft) => draft.block >= frames)
  return drafts.length === lane.drafts.length ? lane : { ...lane, drafts }
}

/** What was half written when all ended stays as it is. A call that was not finished never was one. */
export function closeDrafts(state: SessionState, name: string): SessionState {
  const lane = findLane(state, name)
  if (lane === undefined || (lane.open === null && lane.drafts.length === 0)) return state
  const parts = lane.drafts.flatMap(({ kind, block, text }): Part[] =>
    kind === 'tool' || text === '' ? [] : [{ kind, block, text }],
  )
  const id = lane.drafts[0]?.messageId
  const closed = changeLane(state, name, (now) => ({ ...now, drafts: [], open: null }))
  return parts.length === 0 || id === undefined ? closed : addParts(closed, name, { id, parts })
}

type Block = Extract<StreamEvent['event'], { type: 'content_block_start' }>['content_block']

function toDraft(block: Block, index: number): Omit<Draft, 'messageId'> | null {
  switch (block.type) {
    case 'text':
      return { block: index, kind: 'text', text: block.text }
    case 'thinking':
      return { block: index, kind: 'thinking', text: block.thinking }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { block: index, kind: 'tool', text: '', toolId: block.id, toolName: block.name }
    default:
      return null
  }
}

type Delta = Extract<StreamEvent['event'], { type: 'content_block_delta' }>['delta']

function toPiece(delta: Delta): string {
  switch (delta.type) {
    case 'text_delta':
      return delta.text
    case 'thinking_delta':
      return delta.thinking
    case 'input_json_delta':
      return delta.partial_json
    default:
      return ''
  }
}
