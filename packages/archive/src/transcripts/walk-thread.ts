import { toBlocks } from '../lines/line-content.ts'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { findLine } from './find-line.ts'
import { findLinesById, findLinesByIdSlowly, isPlainId } from './find-lines-by-id.ts'
import { type FileLine, linesBackward } from './lines-backward.ts'
import { linesForward } from './lines-forward.ts'
import type { OpenFiles } from './open-files.ts'
import { filesOf, type ThreadFile } from './thread.ts'

export interface ThreadLine extends FileLine {
  from: ThreadFile
}

/** A place between two lines: before the line that begins at `offset`. */
export interface Place {
  in: ThreadFile
  offset: number
}

/** What comes before a place, the nearest first. */
export function* walkBackward(files: OpenFiles, place: Place): Generator<ThreadLine> {
  yield* fileBackward(files, place.in, place.offset)
  yield* beforeAgent(files, place.in)
}

/** What comes before an agent's lines and before those of the agents it calls. */
function* beforeAgent(files: OpenFiles, own: ThreadFile): Generator<ThreadLine> {
  const { parent } = own
  if (parent === null) return
  const call = findCall(files, own)
  if (call === null) {
    // It stands before everything, in the order of its kind.
    yield* unlinkedBackward(files, parent, parent.agents.indexOf(own))
    yield* beforeAgent(files, parent)
    return
  }
  const siblings = agentsCalledIn(files, call)
  for (const agent of siblings.slice(0, siblings.indexOf(own)).reverse()) yield* fileBackward(files, agent, null)
  yield call
  yield* walkBackward(files, { in: parent, offset: call.offset })
}

/** What comes after the line at a place, the nearest first: the agents that it calls, and then what stands behind it. */
export function* walkForward(files: OpenFiles, place: Place): Generator<ThreadLine> {
  for (const line of walkLines(files, place.in, place.offset))
    if (line.from !== place.in || line.offset !== place.offset) yield line
  const { parent } = place.in
  if (parent === null) return
  const call = findCall(files, place.in)
  if (call === null) {
    for (const agent of unlinkedOf(files, parent).slice(unlinkedOf(files, parent).indexOf(place.in) + 1))
      yield* fileForward(files, agent)
    yield* walkLines(files, parent, 0)
  } else {
    const siblings = agentsCalledIn(files, call)
    for (const agent of siblings.slice(siblings.indexOf(place.in) + 1)) yield* fileForward(files, agent)
    yield* walkLines(files, parent, call.end)
  }
  if (parent.parent !== null) yield* afterAgent(files, parent)
}

/** From the end of an agent's lines on. */
function afterAgent(files: OpenFiles, agent: ThreadFile): Generator<ThreadLine> {
  return walkForward(files, { in: agent, offset: files.open(agent.file)?.size ?? 0 })
}

function* fileBackward(files: OpenFiles, from: ThreadFile, before: number | null): Generator<ThreadLine> {
  const open = files.open(from.file)
  if (open === null) return
  for (const line of linesBackward(open.fd, before ?? open.size)) {
    const own = { ...line, from }
    for (const agent of agentsCalledIn(files, own).reverse()) yield* fileBackward(files, agent, null)
    yield own
  }
  yield* unlinkedBackward(files, from, Number.POSITIVE_INFINITY)
}

function* unlinkedBackward(files: OpenFiles, from: ThreadFile, before: number): Generator<ThreadLine> {
  const unlinked = unlinkedOf(files, from).filter((agent) => from.agents.indexOf(agent) < before)
  for (const agent of unlinked.reverse()) yield* fileBackward(files, agent, null)
}

function* fileForward(files: OpenFiles, from: ThreadFile): Generator<ThreadLine> {
  for (const agent of unlinkedOf(files, from)) yield* fileForward(files, agent)
  yield* walkLines(files, from, 0)
}

function* walkLines(files: OpenFiles, from: ThreadFile, offset: number): Generator<ThreadLine> {
  const open = files.open(from.file)
  if (open === null) return
  for (const line of linesForward(open.fd, offset, open.size)) {
    const own = { ...line, from }
    yield own
    for (const agent of agentsCalledIn(files, own)) yield* fileForward(files, agent)
  }
}

export interface Call {
  agent: ThreadFile
  /** Where its line begins. */
  offset: number
}

/** The calls of a file's agents, in their order, and the agents of which no call is there. */
export function findCalls(files: OpenFiles, from: ThreadFile): { calls: Call[]; unlinked: ThreadFile[] } {
  const unlinked = unlinkedOf(files, from)
  const calls = from.agents.flatMap((agent) => {
    const call = findCall(files, agent)
    return call === null ? [] : [{ agent, offset: call.offset }]
  })
  return { calls: calls.sort((one, other) => one.offset - other.offset), unlinked }
}

/** Looks for the calls of all agents of a file, so that they are known when they are asked for. Others are served meanwhile. */
export async function findCallsSlowly(files: OpenFiles, from: ThreadFile): Promise<void> {
  const sought = toSought(files, from)
  if (sought !== null) keepCalls(from, sought.ids, await findLinesByIdSlowly(sought))
}

/** Null where they are known, or are so few that each is looked for alone: it mostly stands near the end. */
function toSought(files: OpenFiles, from: ThreadFile): Parameters<typeof findLinesById>[0] | null {
  const unknown = from.agents.filter((agent) => !knownCalls.has(agent))
  const ids = unknown.flatMap(({ toolUseId }) => (toolUseId !== null && isPlainId(toolUseId) ? [toolUseId] : []))
  const file = ids.length < 2 ? null : files.open(from.file)
  return file === null ? null : { file, ids: new Set(ids), accept: hasCall }
}

function keepCalls(from: ThreadFile, ids: ReadonlySet<string>, lines: ReadonlyMap<string, FileLine>): void {
  for (const agent of from.agents) {
    if (agent.toolUseId === null || !ids.has(agent.toolUseId)) continue
    const line = lines.get(agent.toolUseId)
    knownCalls.set(agent, line === undefined ? null : { ...line, from })
  }
}

function unlinkedOf(files: OpenFiles, from: ThreadFile): ThreadFile[] {
  const sought = toSought(files, from)
  if (sought !== null) keepCalls(from, sought.ids, findLinesById(sought))
  return from.agents.filter((agent) => findCall(files, agent) === null)
}

const knownCalls = new WeakMap<ThreadFile, ThreadLine | null>()

/** The line in the parent's file with the call that an agent works for. Should there be several, the last one. */
function findCall(files: OpenFiles, agent: ThreadFile): ThreadLine | null {
  const known = knownCalls.get(agent)
  if (known !== undefined) return known
  const { toolUseId } = agent
  const isCall = (bytes: Buffer) => hasCall(bytes, toolUseId as string)
  const found = toolUseId === null ? null : findIn(files, agent.parent as ThreadFile, toMark('id', toolUseId), isCall)
  knownCalls.set(agent, found)
  return found
}

/** The agents whose lines stand behind a line: each stands once, or whoever reads page by page would never come to an end. */
function agentsCalledIn(files: OpenFiles, { bytes, offset, from }: ThreadLine): ThreadFile[] {
  return from.agents.filter(
    (agent) =>
      agent.toolUseId !== null &&
      bytes?.includes(toMark('id', agent.toolUseId)) &&
      findCall(files, agent)?.offset === offset,
  )
}

/** 2.1.325 repeats what was said in lines about its requests: those call nobody. */
function hasCall(bytes: Buffer, toolUseId: string): boolean {
  const line = parseTranscriptLine(bytes, 0, bytes.length)
  return line?.type === 'assistant' && toBlocks(line).some(({ type, id }) => type === 'tool_use' && id === toolUseId)
}

function toMark(field: 'id' | 'uuid', value: string): Buffer {
  return Buffer.from(`"${field}":${JSON.stringify(value)}`)
}

/** The place before the line with this uuid; null where no line has it. */
export function findPlace(files: OpenFiles, thread: ThreadFile, uuid: string): Place | null {
  const mark = toMark('uuid', uuid)
  const isOwn = (bytes: Buffer) => parseTranscriptLine(bytes, 0, bytes.length)?.uuid === uuid
  for (const from of filesOf(thread)) {
    const line = findIn(files, from, mark, isOwn)
    if (line !== null) return { in: from, offset: line.offset }
  }
  return null
}

function findIn(
  files: OpenFiles,
  from: ThreadFile,
  mark: Buffer,
  accept: (bytes: Buffer) => boolean,
): ThreadLine | null {
  const open = files.open(from.file)
  const line = open === null ? null : findLine(open.fd, open.size, mark, accept)
  return line === null ? null : { ...line, from }
}
