import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { findLine } from './find-line.ts'
import { type FileLine, linesBackward } from './lines-backward.ts'
import { linesForward } from './lines-forward.ts'
import type { OpenFiles } from './open-files.ts'
import { agentsCalledIn, filesOf, type ThreadFile, toCallMark } from './thread.ts'

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
  const { parent } = place.in
  if (parent === null) return
  const call = findCall(files, place.in)
  if (call === null) {
    // It stands before everything, in the order of its kind.
    yield* unlinkedBackward(files, parent, parent.agents.indexOf(place.in))
    if (parent.parent !== null) yield* walkBackward(files, { in: parent, offset: 0 })
    return
  }
  const siblings = agentsCalledIn(parent, call.bytes as Buffer)
  for (const agent of siblings.slice(0, siblings.indexOf(place.in)).reverse()) yield* fileBackward(files, agent, null)
  yield call
  yield* walkBackward(files, { in: parent, offset: call.offset })
}

/** What comes after a place, the nearest first. */
export function* walkForward(files: OpenFiles, place: Place): Generator<ThreadLine> {
  yield* fileForward(files, place.in, place.offset)
  const { parent } = place.in
  if (parent === null) return
  const call = findCall(files, place.in)
  if (call === null) {
    for (const agent of unlinkedOf(files, parent).slice(unlinkedOf(files, parent).indexOf(place.in) + 1))
      yield* fileForward(files, agent, 0)
    yield* walkLines(files, parent, 0)
  } else {
    const siblings = agentsCalledIn(parent, call.bytes as Buffer)
    for (const agent of siblings.slice(siblings.indexOf(place.in) + 1)) yield* fileForward(files, agent, 0)
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
    const called = line.bytes === null ? [] : agentsCalledIn(from, line.bytes)
    for (const agent of called.reverse()) yield* fileBackward(files, agent, null)
    yield { ...line, from }
  }
  yield* unlinkedBackward(files, from, Number.POSITIVE_INFINITY)
}

function* unlinkedBackward(files: OpenFiles, from: ThreadFile, before: number): Generator<ThreadLine> {
  const unlinked = unlinkedOf(files, from).filter((agent) => from.agents.indexOf(agent) < before)
  for (const agent of unlinked.reverse()) yield* fileBackward(files, agent, null)
}

function* fileForward(files: OpenFiles, from: ThreadFile, offset: number): Generator<ThreadLine> {
  if (offset === 0) for (const agent of unlinkedOf(files, from)) yield* fileForward(files, agent, 0)
  yield* walkLines(files, from, offset)
}

function* walkLines(files: OpenFiles, from: ThreadFile, offset: number): Generator<ThreadLine> {
  const open = files.open(from.file)
  if (open === null) return
  for (const line of linesForward(open.fd, offset, open.size)) {
    yield { ...line, from }
    for (const agent of line.bytes === null ? [] : agentsCalledIn(from, line.bytes)) yield* fileForward(files, agent, 0)
  }
}

/** Which agents' calls are there, and which are not. */
export function splitUnlinked(files: OpenFiles, from: ThreadFile): { linked: ThreadFile[]; unlinked: ThreadFile[] } {
  const unlinked = unlinkedOf(files, from)
  return { linked: from.agents.filter((agent) => !unlinked.includes(agent)), unlinked }
}

function unlinkedOf(files: OpenFiles, from: ThreadFile): ThreadFile[] {
  return from.agents.filter((agent) => findCall(files, agent) === null)
}

const calls = new WeakMap<ThreadFile, ThreadLine | null>()

/** The line in the parent's file with the call that an agent works for. */
function findCall(files: OpenFiles, agent: ThreadFile): ThreadLine | null {
  const known = calls.get(agent)
  if (known !== undefined) return known
  const found = agent.toolUseId === null ? null : findIn(files, agent.parent as ThreadFile, toCallMark(agent.toolUseId))
  calls.set(agent, found)
  return found
}

/** The place before the line with this uuid; null where no line has it. */
export function findPlace(files: OpenFiles, thread: ThreadFile, uuid: string): (Place & { end: number }) | null {
  const mark = Buffer.from(`"uuid":${JSON.stringify(uuid)}`)
  const isOwn = (bytes: Buffer) => parseTranscriptLine(bytes, 0, bytes.length)?.uuid === uuid
  for (const from of filesOf(thread)) {
    const line = findIn(files, from, mark, isOwn)
    if (line !== null) return { in: from, offset: line.offset, end: line.end }
  }
  return null
}

function findIn(
  files: OpenFiles,
  from: ThreadFile,
  mark: Buffer,
  accept?: (bytes: Buffer) => boolean,
): ThreadLine | null {
  const open = files.open(from.file)
  const line = open === null ? null : findLine(open.fd, open.size, mark, accept)
  return line === null ? null : { ...line, from }
}
