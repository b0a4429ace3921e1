import type { StreamEvent } from '@quarterdeck/protocol/pure'
import { getValue, hasValue, setValue } from '../state/dictionary.ts'
import type { Draft, Lane, Part } from '../state/entry.ts'
import { changeEntry, changeLane, findEntry, findLane, MAIN } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import { addParts } from './parts.ts'
import { countTokens, mergeTokens, toTokens } from './usage.ts'

/**
 * Grows the drafts of a lane by a stream event. A repeated event counts once in its turn; repeats from an earlier turn are recognised by
 * their number in the log, or by the message they name.
 */
export function applyStreamEvent(draft: SessionDraft, message: StreamEvent, name: string, isNumbered: boolean): void {
  const { event, api_message_id: id } = message
  const uuid = isNumbered ? undefined : message.uuid
  if (uuid !== undefined && hasValue(draft.counted, uuid)) return
  const { main, looseLanes } = draft
  if (event.type === 'message_start') startMessage(draft, name, event.message.id)
  else if (id === undefined || findLane(draft, name)?.open === id) applyBlockEvent(draft, event, name)
  const isChanged = draft.main !== main || draft.looseLanes !== looseLanes
  if (uuid !== undefined && isChanged) draft.counted = setValue(draft.counted, uuid, 1)
}

function applyBlockEvent(draft: SessionDraft, event: StreamEvent['event'], name: string): void {
  switch (event.type) {
    case 'content_block_start': {
      const block = toDraft(event.content_block, event.index)
      if (block !== null) changeLane(draft, name, (lane) => startDraft(lane, block, countBlocks(draft, lane.open)))
      break
    }
    case 'content_block_delta': {
      const piece = toPiece(event.delta)
      if (piece !== '') changeLane(draft, name, (lane) => growDraft(lane, event.index, piece))
      break
    }
    case 'message_delta':
      applyCounts(draft, name, event.usage)
      break
    case 'message_stop':
      changeLane(draft, name, stopMessage)
  }
}

/** Begins a message. The drafts of one that is still open go: the connection broke, and the API sends the whole message again. */
function startMessage(draft: SessionDraft, name: string, id: string): void {
  if (getValue(draft.positions, id) !== undefined) return
  if (name === MAIN && draft.usage.thinkingTokens !== null) draft.usage = { ...draft.usage, thinkingTokens: null }
  changeLane(draft, name, (lane) => (lane.open === id ? lane : { ...lane, open: id, drafts: [] }))
}

function startDraft(lane: Lane, draft: Omit<Draft, 'messageId'>, blocks: number): Lane {
  const messageId = lane.open
  const isKnown = draft.block < blocks || lane.drafts.some((each) => each.block === draft.block)
  return messageId === null || isKnown ? lane : { ...lane, drafts: [...lane.drafts, { messageId, ...draft }] }
}

/** How many blocks of a message have come in full. */
function countBlocks(state: SessionState, id: string | null): number {
  const position = id === null ? undefined : getValue(state.positions, id)
  const entry = position === undefined ? undefined : findEntry(state, position)
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
  draft: SessionDraft,
  name: string,
  usage: Parameters<typeof toTokens>[0] | null | undefined,
): void {
  const open = findLane(draft, name)?.open ?? null
  const position = open === null ? undefined : getValue(draft.positions, open)
  if (!usage || position === undefined) return
  const entry = findEntry(draft, position)
  if (entry?.kind !== 'assistant') return
  const now = mergeTokens(entry.usage, toTokens(usage))
  draft.usage = countTokens(draft.usage, { before: entry.usage, now, isMain: name === MAIN })
  changeEntry(draft, position, () => ({ ...entry, usage: now }))
}

/**
 * Drops the drafts of the first `blocks` blocks of a message, which have come in full: frames come in the order of their blocks. A frame of
 * another message means that the open one was given up: the connection broke, and the API was asked again.
 */
export function dropDrafts(lane: Lane, messageId: string, blocks: number): Lane {
  if (lane.open !== null && lane.open !== messageId) return { ...lane, drafts: [], open: null }
  const drafts = lane.drafts.filter((draft) => draft.block >= blocks)
  return drafts.length === lane.drafts.length ? lane : { ...lane, drafts }
}

/** Makes parts of the drafts when a turn ends: the CLI does not always repeat a half-written text. A half-written call is dropped. */
export function closeDrafts(draft: SessionDraft, name: string): void {
  const lane = findLane(draft, name)
  if (lane === undefined || (lane.open === null && lane.drafts.length === 0)) return
  const parts = lane.drafts.flatMap(({ kind, block, text }): Part[] =>
    kind === 'tool' || text === '' ? [] : [{ kind, block, text }],
  )
  const id = lane.drafts[0]?.messageId
  changeLane(draft, name, (now) => ({ ...now, drafts: [], open: null }))
  if (parts.length > 0 && id !== undefined) addParts(draft, name, { id, parts })
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
