import { entriesOf, getValue, setValue } from '../state/dictionary.ts'
import { changeEntry, MAIN } from '../state/lanes.ts'
import type { Line } from '../state/line.ts'
import { createDraft, type SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import type { Writable } from '../state/writable.ts'

export interface Branch {
  /** Its newest line: `selectBranch` takes it. */
  leaf: string
  /** Where it parted from the current branch; null for the current branch itself, and for one with a beginning of its own. */
  fork: string | null
  isCurrent: boolean
  /** How many lines it has. */
  length: number
}

/** The fields by which a line of a transcript names its parent. */
export interface TreeLine {
  uuid?: string | undefined
  parentUuid?: string | null | undefined
  logical_parent_uuid?: string | null | undefined
  session_id?: string | undefined
}

/** Whether a message was read from a transcript: only those name a parent line, if only as null. */
export function isFromDisk(message: object): boolean {
  return (message as TreeLine).parentUuid !== undefined
}

/** The parent line; over a compaction the logical parent. Undefined where the line names none. */
function toParent({ parentUuid, logical_parent_uuid: logical }: TreeLine): string | null | undefined {
  return parentUuid ?? logical ?? parentUuid
}

/** Counts a line that has no parent: of the live stream, or of a subagent. */
export function addLine(draft: SessionDraft, uuid: string | undefined, entry?: number): void {
  if (uuid !== undefined) draft.lines = setValue(draft.lines, uuid, entry === undefined ? {} : { entry })
}

/**
 * Adds a line to the tree of a transcript. A line whose parent is the leaf continues the current branch; any other begins a branch, which
 * becomes the current one when `leads`: attachments and progress do not lead.
 */
export function addTreeLine(draft: SessionDraft, line: TreeLine, entry: number | undefined, leads: boolean): void {
  const { uuid } = line
  const parent = toParent(line)
  if (uuid === undefined) return
  if (parent === undefined) {
    addLine(draft, uuid, entry)
    return
  }
  const known = isLost(draft, line, parent) ? draft.leaf : parent
  const isOn = known === draft.leaf
  draft.lines = setValue(draft.lines, uuid, toLine(known, entry, isOn))
  if (isOn) {
    draft.leaf = uuid
    return
  }
  hideLine(draft, entry)
  if (!leads) return
  if (!isTwig(draft, known)) draft.forks++
  switchTo(draft, uuid)
}

function toLine(parent: string | null, entry: number | undefined, isOn: boolean): Line {
  const line: Writable<Line> = { parent }
  if (entry !== undefined) line.entry = entry
  if (isOn) line.isOn = true
  return line
}

/** Whether the parent is missing, or has not come yet: the line then continues the current branch. */
function isLost(state: SessionState, line: TreeLine, parent: string | null): boolean {
  if (parent === state.leaf) return false
  if (parent !== null) return getValue(state.lines, parent) === undefined
  // A first line in another session continues the conversation before `/clear`; in the same session it begins another branch.
  return line.session_id !== undefined && state.sessionId !== null && line.session_id !== state.sessionId
}

/** A line behind an attachment of the leaf, or beside it among the results of one message, is no fork. */
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
  return getValue(state.lines, leaf) === undefined ? state : createSwitched(state, leaf)
}

function createSwitched(state: SessionState, leaf: string): SessionState {
  const draft = createDraft(state)
  switchTo(draft, leaf)
  return draft
}

function switchTo(draft: SessionDraft, leaf: string): void {
  const path: string[] = []
  const passed = new Set<string>()
  let name: string | null = leaf
  while (name !== null && !passed.has(name) && !getValue(draft.lines, name)?.isOn) {
    passed.add(name)
    path.push(name)
    name = getValue(draft.lines, name)?.parent ?? null
  }
  const joint = name !== null && getValue(draft.lines, name)?.isOn ? name : null
  for (let off = draft.leaf; off !== null && off !== joint; off = getValue(draft.lines, off)?.parent ?? null) {
    if (!getValue(draft.lines, off)?.isOn) break
    mark(draft, off, false)
  }
  for (const on of path) mark(draft, on, true)
  draft.leaf = leaf
}

function mark(draft: SessionDraft, uuid: string, isOn: boolean): void {
  const line = getValue(draft.lines, uuid)
  if (line === undefined || (line.isOn ?? false) === isOn) return
  const { isOn: _, ...rest } = line
  draft.lines = setValue(draft.lines, uuid, isOn ? { ...rest, isOn: true as const } : rest)
  hideLine(draft, line.entry, isOn ? -1 : 1)
}

/** Counts a hidden line. An entry is shown while one of its lines is on the branch: results of parallel calls are siblings in the tree. */
function hideLine(draft: SessionDraft, entry: number | undefined, by = 1): void {
  if (entry === undefined) return
  changeEntry(draft, { lane: MAIN, entry }, (each) => ({ ...each, hiddenLines: (each.hiddenLines ?? 0) + by }))
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
