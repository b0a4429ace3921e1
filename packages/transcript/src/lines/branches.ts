import { entriesOf, getValue, setValue } from '../state/dictionary.ts'
import { changeEntry, MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'

/** A line that was counted. Lines of a transcript also say behind which other line they stand. */
export interface Line {
  parent?: string | null
  /** The entry of the conversation that it is a part of. */
  entry?: number
  /** It stands on the current branch. */
  isOn?: true
}

export interface Branch {
  /** Its newest line: `selectBranch` takes it. */
  leaf: string
  /** Where it parted from the current branch; null for the current branch itself, and for one with a beginning of its own. */
  fork: string | null
  isCurrent: boolean
  /** How many lines it has. */
  length: number
}

export interface Threaded {
  uuid?: string | undefined
  parentUuid?: string | null | undefined
  logical_parent_uuid?: string | null | undefined
  session_id?: string | undefined
}

/** Only lines of a transcript say behind which line they stand, if behind none; those of a process never do. */
export function isFromDisk(message: object): boolean {
  return (message as Threaded).parentUuid !== undefined
}

/** Which line a line stands behind; over a compaction the logical one. Undefined where the line does not say. */
function toParent({ parentUuid, logical_parent_uuid: logical }: Threaded): string | null | undefined {
  return parentUuid ?? logical ?? parentUuid
}

/** Counts a line that hangs nowhere: of the live stream, or of a subagent. */
export function addLine(state: SessionState, uuid: string | undefined, entry?: number): SessionState {
  if (uuid !== undefined) state.lines = setValue(state.lines, uuid, entry === undefined ? {} : { entry })
  return state
}

/**
 * Hangs a line into the tree. A line behind the newest one goes on with the branch; any other begins a new branch, which becomes
 * the current one when `leads`: what the CLI only notes (attachments, progress) leads nowhere by itself.
 */
export function addThreadLine(
  state: SessionState,
  line: Threaded,
  entry: number | undefined,
  leads: boolean,
): SessionState {
  const { uuid } = line
  const parent = toParent(line)
  if (uuid === undefined) return state
  if (parent === undefined) return addLine(state, uuid, entry)
  const kept = isLost(state, line, parent) ? state.leaf : parent
  const isOn = kept === state.leaf
  state.lines = setValue(state.lines, uuid, toLine(kept, entry, isOn))
  if (isOn) {
    state.leaf = uuid
    return state
  }
  hideLine(state, entry)
  if (!leads) return state
  if (!isTwig(state, kept)) state.forks++
  return switchTo(state, uuid)
}

function toLine(parent: string | null, entry: number | undefined, isOn: boolean): Line {
  const line: Line = { parent }
  if (entry !== undefined) line.entry = entry
  if (isOn) line.isOn = true
  return line
}

/** What it stood behind is lost, or has not come yet: such a line is kept where it was found. */
function isLost(state: SessionState, line: Threaded, parent: string | null): boolean {
  if (parent === state.leaf) return false
  if (parent !== null) return getValue(state.lines, parent) === undefined
  // A beginning in another session goes on with what came before it (`/clear`); in the same one it is another beginning.
  return line.session_id !== undefined && state.sessionId !== null && line.session_id !== state.sessionId
}

/** What stands behind the leaf's own attachments, or beside it among the results of one message, is no other branch. */
function isTwig(state: SessionState, parent: string | null): boolean {
  let name = parent
  for (let steps = 0; name !== null && steps < 64; steps++) {
    if (name === state.leaf) return true
    const line: Line | undefined = getValue(state.lines, name)
    if (line?.isOn) return false
    name = line?.parent ?? null
  }
  return false
}

/** Makes the branch that ends in `leaf` the current one. Only the lines that differ are touched. */
export function selectBranch(state: SessionState, leaf: string): SessionState {
  return getValue(state.lines, leaf) === undefined ? state : switchTo({ ...state }, leaf)
}

function switchTo(state: SessionState, leaf: string): SessionState {
  const path: string[] = []
  const passed = new Set<string>()
  let name: string | null = leaf
  while (name !== null && !passed.has(name) && !getValue(state.lines, name)?.isOn) {
    passed.add(name)
    path.push(name)
    name = getValue(state.lines, name)?.parent ?? null
  }
  const joint = name !== null && getValue(state.lines, name)?.isOn ? name : null
  for (let off = state.leaf; off !== null && off !== joint; off = getValue(state.lines, off)?.parent ?? null) {
    if (!getValue(state.lines, off)?.isOn) break
    mark(state, off, false)
  }
  for (const on of path) mark(state, on, true)
  state.leaf = leaf
  return state
}

function mark(state: SessionState, uuid: string, isOn: boolean): SessionState {
  const line = getValue(state.lines, uuid)
  if (line === undefined || (line.isOn ?? false) === isOn) return state
  const { isOn: _, ...rest } = line
  state.lines = setValue(state.lines, uuid, isOn ? { ...rest, isOn: true as const } : rest)
  return hideLine(state, line.entry, isOn ? -1 : 1)
}

/** An entry is shown as long as one of its lines is on the branch: results of parallel calls hang beside each other. */
function hideLine(state: SessionState, entry: number | undefined, by = 1): SessionState {
  if (entry === undefined) return state
  return changeEntry(state, { lane: MAIN, entry }, (each) => ({ ...each, hiddenLines: (each.hiddenLines ?? 0) + by }))
}

/** Every branch, the current one first. A walk over all lines: for a view that shows the tree, not for every message. */
export function listBranches(state: SessionState): Branch[] {
  const parents = new Set<string>()
  for (const [, line] of entriesOf(state.lines)) if (line.parent) parents.add(line.parent)
  const branches: Branch[] = []
  for (const [uuid, line] of entriesOf(state.lines)) {
    if (line.parent === undefined || parents.has(uuid)) continue
    branches.push(toBranch(state, uuid))
  }
  const others = branches.filter((branch) => !branch.isCurrent && branch.length > 0)
  return [...branches.filter((branch) => branch.isCurrent), ...others]
}

function toBranch(state: SessionState, leaf: string): Branch {
  const isCurrent = getValue(state.lines, leaf)?.isOn ?? false
  const passed = new Set<string>()
  let name: string | null = leaf
  while (name !== null && !passed.has(name) && (isCurrent || !getValue(state.lines, name)?.isOn)) {
    passed.add(name)
    name = getValue(state.lines, name)?.parent ?? null
  }
  const length = [...passed].filter((uuid) => getValue(state.lines, uuid)?.entry !== undefined).length
  return { leaf, fork: isCurrent ? null : name, isCurrent, length }
}
