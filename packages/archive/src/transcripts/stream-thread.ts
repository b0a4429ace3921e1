import { read as readCallback } from 'node:fs'
import { promisify } from 'node:util'
import type { Position } from '../follow/follow-event.ts'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { trim } from '../lines/scan-lines.ts'
import { OpenFiles } from './open-files.ts'
import { type ThreadFile, withParent } from './thread.ts'
import { type Call, findCalls, findCallsSlowly } from './walk-thread.ts'

type OnDamage = (() => void) | undefined

const read = promisify(readCallback)
/** The first piece is small, so that it is there at once. */
const FIRST_BYTES = 64 * 1024
const CHUNK_BYTES = 256 * 1024
const LONGEST_LINE_BYTES = 32 * 1024 * 1024
const TORN = Buffer.from('torn\n')
const NEWLINE = 10
const [OPEN, CLOSE, RETURN] = [123, 125, 13]

/**
 * The whole session as NDJSON, byte for byte as it was written, in pieces of whole lines. Nothing is parsed: a line that does not
 * begin and end as an object, or has a NUL in it, is left out; `onDamage` hears of it. With `until`, only what stood there then.
 */
export async function* streamThread(
  thread: ThreadFile,
  onDamage?: () => void,
  until: Position | null = null,
): AsyncGenerator<Buffer> {
  const files = new OpenFiles(until)
  try {
    yield* streamFile(files, thread, onDamage)
  } finally {
    files.close()
  }
}

async function* streamFile(files: OpenFiles, from: ThreadFile, onDamage: OnDamage): AsyncGenerator<Buffer> {
  await findCallsSlowly(files, from)
  const { calls, unlinked } = findCalls(files, from)
  for (const agent of unlinked) yield* streamFile(files, agent, onDamage)
  const open = files.open(from.file)
  if (open === null) return
  for await (const lines of wholeLines(open.fd, open.size)) {
    for (const piece of withoutDamage(lines, onDamage)) {
      for (const { part, agent } of cutAtCalls(piece, calls)) {
        yield from.toolUseId === null ? part : withParents(part, from.toolUseId)
        if (agent !== null) yield* streamFile(files, agent, onDamage)
      }
    }
  }
}

/** Whole lines, and where they stand in their file. */
interface Piece {
  bytes: Buffer
  offset: number
}

/** Pieces that end with a newline; the last line gets one, if it is whole. */
async function* wholeLines(fd: number, size: number): AsyncGenerator<Piece> {
  let held: Buffer[] = []
  let heldBytes = 0
  let next: Promise<Buffer> | null = readChunk(fd, 0, Math.min(FIRST_BYTES, size))
  try {
    for (let at = 0; next !== null; ) {
      const whole: Buffer = await next
      const skipped = at === 0 ? trim(whole, 0, whole.length, 0).start : 0
      const chunk = whole.subarray(skipped)
      const from = at + skipped
      at += whole.length
      const isMore = whole.length > 0 && at < size
      // The disk is busy while the last piece is looked at.
      next = isMore ? readChunk(fd, at, Math.min(CHUNK_BYTES, size - at)) : null
      const end = chunk.lastIndexOf(NEWLINE) + 1
      if (end === 0) {
        heldBytes += chunk.length
        // Of a line without end only the beginning is kept, which no reader takes for a line.
        if (heldBytes <= LONGEST_LINE_BYTES) held.push(chunk)
        continue
      }
      const begin = heldBytes > LONGEST_LINE_BYTES ? chunk.indexOf(NEWLINE) + 1 : 0
      if (begin > 0) yield { bytes: TORN, offset: from }
      else if (held.length > 0)
        yield { bytes: Buffer.concat([...held, chunk.subarray(0, end)]), offset: from - heldBytes }
      if (begin < end && (begin > 0 || held.length === 0))
        yield { bytes: chunk.subarray(begin, end), offset: from + begin }
      held = end < chunk.length ? [chunk.subarray(end)] : []
      heldBytes = chunk.length - end
    }
  } finally {
    // Whoever stops early closes the file, which must not happen while it is read.
    await next?.catch(() => undefined)
  }
  if (held.length === 0) return
  const last = Buffer.concat(held)
  const { start, end } = trim(last, 0, last.length, 1)
  // Whether it is torn can only be known by reading it.
  const isWhole = start === end || parseTranscriptLine(last, start, end) !== null
  yield { bytes: isWhole ? Buffer.concat([last, Buffer.from('\n')]) : TORN, offset: size - last.length }
}

async function readChunk(fd: number, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await read(fd, buffer, 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** As few pieces as possible: mostly the whole. */
function* withoutDamage({ bytes: lines, offset }: Piece, onDamage: OnDamage): Generator<Piece> {
  const hasNul = lines.includes(0)
  const cut = (start: number, end: number): Piece => ({ bytes: lines.subarray(start, end), offset: offset + start })
  let from = 0
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(NEWLINE, start)
    const last = lines[end - 1] === RETURN ? end - 2 : end - 1
    const isSound = lines[start] === OPEN && lines[last] === CLOSE && last > start
    if (!isSound || (hasNul && lines.subarray(start, end).includes(0))) {
      if (start > from) yield cut(from, start)
      const { start: first, end: stop } = trim(lines, start, end, 1)
      // White space around a line does no harm.
      const isPadded = lines[first] === OPEN && lines[stop - 1] === CLOSE && !lines.subarray(first, stop).includes(0)
      if (isPadded) yield cut(start, end + 1)
      else if (first < stop) onDamage?.()
      from = end + 1
    }
    start = end + 1
  }
  if (from < lines.length) yield cut(from, lines.length)
}

interface Cut {
  part: Buffer
  /** What stands behind it. */
  agent: ThreadFile | null
}

function cutAtCalls({ bytes, offset }: Piece, calls: readonly Call[]): Cut[] {
  const cuts: Cut[] = []
  let from = 0
  for (const call of calls) {
    const at = call.offset - offset
    if (at < 0 || at >= bytes.length) continue
    // Of two agents that a line calls, one follows the other.
    const end = Math.max(from, bytes.indexOf(NEWLINE, at) + 1)
    cuts.push({ part: bytes.subarray(from, end), agent: call.agent })
    from = end
  }
  if (from < bytes.length) cuts.push({ part: bytes.subarray(from), agent: null })
  return cuts
}

function withParents(lines: Buffer, toolUseId: string): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(NEWLINE, start) + 1
    const { start: first } = trim(lines, start, end - 1, 1)
    parts.push(withParent(lines.subarray(first, end), toolUseId))
    start = end
  }
  return Buffer.concat(parts)
}
