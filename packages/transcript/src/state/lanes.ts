import { getValue, setValue } from './dictionary.ts'
import { type Entry, type EntryPosition, emptyLane, type Lane, type ToolCall } from './entry.ts'
import { addItem, getItem, lastItem, setItem } from './list.ts'
import type { SessionDraft } from './session-draft.ts'
import type { SessionState } from './session-state.ts'

/** The name of the lane between the person and Claude; every other lane is named by the tool call that holds it. */
export const MAIN = ''

/** Deeper than any agent calls agents; without a limit, a hostile line could exhaust the stack. */
const MAX_DEPTH = 64

export function findLane(state: SessionState, name: string): Lane | undefined {
  if (name === MAIN) return state.main
  const position = getValue(state.positions, name)
  return position === undefined ? getValue(state.looseLanes, name) : findTool(state, name)?.subagent
}

export function changeLane(draft: SessionDraft, name: string, change: (lane: Lane) => Lane): void {
  if (name === MAIN) {
    draft.main = change(draft.main)
    return
  }
  const before = findLane(draft, name) ?? emptyLane
  const after = change(before)
  if (after === before) return
  if (getValue(draft.positions, name) === undefined) draft.looseLanes = setValue(draft.looseLanes, name, after)
  else changeTool(draft, name, (tool) => ({ ...tool, subagent: after }))
}

export function addEntry(draft: SessionDraft, name: string, entry: Entry): void {
  changeLane(draft, name, (lane) => ({ ...lane, entries: addItem(lane.entries, entry) }))
}

export function findEntry(state: SessionState, position: EntryPosition): Entry | undefined {
  const lane = findLane(state, position.lane)
  return lane === undefined ? undefined : getItem(lane.entries, position.entry)
}

export function changeEntry<E extends Entry>(
  draft: SessionDraft,
  position: EntryPosition,
  change: (entry: E) => Entry,
): void {
  changeLane(draft, position.lane, (lane) => {
    const entry = getItem(lane.entries, position.entry)
    return entry === undefined ? lane : { ...lane, entries: setItem(lane.entries, position.entry, change(entry as E)) }
  })
}

export function lastEntry(state: SessionState, name: string): Entry | undefined {
  const lane = findLane(state, name)
  return lane === undefined ? undefined : lastItem(lane.entries)
}

/** The position that the next entry of a lane will have. */
export function nextPosition(state: SessionState, name: string): EntryPosition {
  return { lane: name, entry: findLane(state, name)?.entries.size ?? 0 }
}

export function findTool(state: SessionState, id: string): ToolCall | undefined {
  const position = getValue(state.positions, id)
  const entry = position === undefined ? undefined : findEntry(state, position)
  if (entry?.kind !== 'assistant') return undefined
  return entry.parts.find((part): part is ToolCall => part.kind === 'tool' && part.id === id)
}

/** Changes nothing if the call is not known. `resultUuid` is of the line that brought its result. */
export function changeTool(
  draft: SessionDraft,
  id: string,
  change: (tool: ToolCall) => ToolCall,
  resultUuid?: string,
): void {
  const position = getValue(draft.positions, id)
  if (position === undefined) return
  changeEntry(draft, position, (entry) => {
    if (entry.kind !== 'assistant') return entry
    const parts = entry.parts.map((part) => (part.kind === 'tool' && part.id === id ? change(part) : part))
    return resultUuid === undefined ? { ...entry, parts } : { ...entry, parts, resultUuid }
  })
}

/** Whether a tool call may stand in a lane. A call inside itself, or deeper than `MAX_DEPTH`, would make the tree endless. */
export function canHold(state: SessionState, lane: string, toolId: string): boolean {
  let name = lane
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (name === MAIN) return true
    if (name === toolId) return false
    const position = getValue(state.positions, name)
    if (position === undefined) return true
    name = position.lane
  }
  return false
}
