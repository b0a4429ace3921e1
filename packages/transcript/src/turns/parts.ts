import { startTool } from '../calls/tool-calls.ts'
import { getValue, setValue } from '../state/dictionary.ts'
import type { AssistantEntry, Part, ToolCall } from '../state/entry.ts'
import { addEntry, canHold, changeEntry, findEntry, MAIN, nextPlace, type Place } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { countTokens, mergeTokens, type Tokens } from './usage.ts'

export interface Frame {
  /** The id of the API's message: frames of one message are one entry. */
  id: string
  /** Of the line. */
  uuid?: string | undefined
  parts: readonly Part[]
  /** How many blocks it brings, shown or not. */
  blocks?: number
  model?: string | undefined
  usage?: Tokens | undefined
  at?: string | undefined
  isError?: boolean
  error?: string | undefined
}

/** Adds a frame to its message, or begins one. A call that is there already is not added again. */
export function addParts(state: SessionState, name: string, frame: Frame): SessionState {
  const { id, blocks = frame.parts.length } = frame
  const parts = frame.parts.filter((part) => part.kind !== 'tool' || getValue(state.places, part.id) === undefined)
  const known = getValue(state.places, id)
  const before = known === undefined ? undefined : findEntry(state, known)
  const place = before?.kind === 'assistant' && known !== undefined ? known : nextPlace(state, name)
  const usage = toUsage(before?.kind === 'assistant' ? before : undefined, frame.usage)
  if (before?.kind === 'assistant') {
    changeEntry(state, place, (entry: AssistantEntry) => ({
      ...entry,
      parts: [...entry.parts, ...parts],
      blocks: entry.blocks + blocks,
      frames: entry.frames + 1,
      ...(frame.uuid === undefined ? {} : { uuid: frame.uuid }),
      ...(usage === undefined ? {} : { usage }),
    }))
  } else {
    const entry: AssistantEntry = { kind: 'assistant', id, parts, blocks, frames: 1 }
    if (frame.uuid !== undefined) entry.uuid = frame.uuid
    if (frame.at !== undefined) entry.at = frame.at
    if (frame.model !== undefined) entry.model = frame.model
    if (usage !== undefined) entry.usage = usage
    if (frame.isError) entry.isError = true
    if (frame.error !== undefined) entry.error = frame.error
    state.places = setValue(state.places, id, place)
    addEntry(state, name, entry)
  }
  const was = before?.kind === 'assistant' ? before.usage : undefined
  if (usage !== undefined) state.usage = countTokens(state.usage, { before: was, now: usage, isMain: name === MAIN })
  for (const part of parts) if (part.kind === 'tool') addTool(state, part, place)
  return state
}

function addTool(state: SessionState, tool: ToolCall, place: Place): SessionState {
  if (!canHold(state, place.lane, tool.id)) return state
  state.places = setValue(state.places, tool.id, place)
  state.running = [...state.running, tool.id]
  return startTool(state, tool)
}

function toUsage(before: AssistantEntry | undefined, usage: Tokens | undefined): Tokens | undefined {
  return usage === undefined ? undefined : mergeTokens(before?.usage, usage)
}
