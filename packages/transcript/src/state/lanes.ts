import { getValue, setValue } from './dictionary.ts'
import type { Entry, Lane, ToolCall } from './entry.ts'
import { addItem, emptyList, getItem, lastItem, setItem } from './list.ts'
import type { SessionState } from './session-state.ts'

export const emptyLane: Lane = { entries: emptyList(), drafts: [], open: null }

/** The lane of the conversation itself; every other is named by the tool call that holds it. */
export const MAIN = ''

/** Where an entry stands: in the lane of which tool call, and as which entry. */
export interface Place {
  lane: string
  entry: number
}

/** Deeper than any agent goes; without an end, a hostile line could exhaust the stack. */
const MAX_DEPTH = 64

export function findLane(state: SessionState, name: string): Lane | undefined {
  if (name === MAIN) return state.main
  const place = getValue(state.places, name)
  return place === undefined ? getValue(state.loose, name) : findTool(state, name)?.subagent
}

export function changeLane(state: SessionState, name: string, change: (lane: Lane) => Lane): SessionState {
  if (name === MAIN) {
    state.main = change(state.main)
    return state
  }
  const before = findLane(state, name) ?? emptyLane
  const after = change(before)
  if (after === before) return state
  if (getValue(state.places, name) !== undefined)
    return changeTool(state, name, (tool) => ({ ...tool, subagent: after }))
  state.loose = setValue(state.loose, name, after)
  return state
}

export function addEntry(state: SessionState, name: string, entry: Entry): SessionState {
  return changeLane(state, name, (lane) => ({ ...lane, entries: addItem(lane.entries, entry) }))
}

export function findEntry(state: SessionState, place: Place): Entry | undefined {
  const lane = findLane(state, place.lane)
  return lane === undefined ? undefined : getItem(lane.entries, place.entry)
}

export function changeEntry<E extends Entry>(
  state: SessionState,
  place: Place,
  change: (entry: E) => Entry,
): SessionState {
  return changeLane(state, place.lane, (lane) => {
    const entry = getItem(lane.entries, place.entry)
    return entry === undefined ? lane : { ...lane, entries: setItem(lane.entries, place.entry, change(entry as E)) }
  })
}

export function lastEntry(state: SessionState, name: string): Entry | undefined {
  const lane = findLane(state, name)
  return lane === undefined ? undefined : lastItem(lane.entries)
}

/** The place of the next entry of a lane. */
export function nextPlace(state: SessionState, name: string): Place {
  return { lane: name, entry: findLane(state, name)?.entries.size ?? 0 }
}

export function findTool(state: SessionState, id: string): ToolCall | undefined {
  const place = getValue(state.places, id)
  const entry = place === undefined ? undefined : findEntry(state, place)
  if (entry?.kind !== 'assistant') return undefined
  return entry.parts.find((part): part is ToolCall => part.kind === 'tool' && part.id === id)
}

/** A call that is not known changes nothing. `resultUuid` is of the line that has brought its result. */
export function changeTool(
  state: SessionState,
  id: string,
  change: (tool: ToolCall) => ToolCall,
  resultUuid?: string,
): SessionState {
  const place = getValue(state.places, id)
  if (place === undefined) return state
  return changeEntry(state, place, (entry) => {
    if (entry.kind !== 'assistant') return entry
    const parts = entry.parts.map((part) => (part.kind === 'tool' && part.id === id ? change(part) : part))
    return resultUuid === undefined ? { ...entry, parts } : { ...entry, parts, resultUuid }
  })
}

/** Whether a tool call may stand in a lane: a call inside itself, or endlessly deep, would be no tree. */
export function canHold(state: SessionState, lane: string, toolId: string): boolean {
  let name = lane
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (name === MAIN) return true
    if (name === toolId) return false
    const place = getValue(state.places, name)
    if (place === undefined) return true
    name = place.lane
  }
  return false
}
