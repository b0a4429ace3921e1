import { readSync } from 'node:fs'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { trim } from '../lines/scan-lines.ts'
import { applyLine, type SessionFacts } from './session-facts.ts'

const HEAD_BYTES = 16 * 1024
const LARGEST_HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 64 * 1024
/** The last line may be huge, and hide everything before it. */
const LARGEST_TAIL_BYTES = 8 * 1024 * 1024
const NEWLINE = 10

/**
 * What the two ends of a transcript say about its session: enough for a list, at the price of two reads. What stands in the
 * middle, such as a title that was not said again, is only known when the whole file has been counted.
 */
export function readEnds(fd: number, size: number): SessionFacts {
  return readTailInto(fd, 0, size, {})
}

/** Folds what was written since into what is known. */
export function readTailInto(fd: number, from: number, size: number, known: SessionFacts): SessionFacts {
  const facts = { ...known }
  // One that began with a command may have got its first prompt since.
  const behind = facts.firstPrompt === undefined ? from + readHead(fd, from, size, facts) : from
  if (behind < size) readTail(fd, behind, size, facts)
  return facts
}

function readHead(fd: number, from: number, size: number, facts: SessionFacts): number {
  const all = size - from
  let wanted = Math.min(HEAD_BYTES, all)
  for (;;) {
    const head = readBytes(fd, from, wanted)
    const fresh: SessionFacts = { ...facts }
    let read = 0
    const end = wanted < all ? head.lastIndexOf(NEWLINE) + 1 : head.length
    forEachLine(head, 0, end, 0, (start, stop) => {
      read = stop
      if (!isLongAside(head, start, stop)) apply(fresh, head, start, stop)
      return fresh.cwd === undefined || fresh.firstPrompt === undefined
    })
    const isEnough = fresh.cwd !== undefined && (fresh.firstPrompt ?? fresh.firstCommand) !== undefined
    if (isEnough || wanted === all || wanted >= LARGEST_HEAD_BYTES) {
      Object.assign(facts, fresh)
      return read
    }
    wanted = Math.min(wanted * 8, all, LARGEST_HEAD_BYTES)
  }
}

function readTail(fd: number, from: number, size: number, facts: SessionFacts): void {
  let wanted = Math.min(TAIL_BYTES, size - from)
  for (;;) {
    const tail = readBytes(fd, size - wanted, wanted)
    const isAll = wanted === size - from
    const begin = isAll ? 0 : tail.indexOf(NEWLINE) + 1
    if (begin > 0 || isAll || wanted >= LARGEST_TAIL_BYTES) {
      applyTail(tail, begin, facts)
      return
    }
    wanted = Math.min(wanted * 8, size - from, LARGEST_TAIL_BYTES)
  }
}

/** Lines about the session all; of the others only the last answer, which says branch and model, and the last prompt. */
function applyTail(tail: Buffer, begin: number, facts: SessionFacts): void {
  const answer = tail.lastIndexOf(ANSWER)
  const prompt = tail.lastIndexOf(PROMPT)
  forEachLine(tail, begin, tail.length, 1, (start, end) => {
    const isLast = (answer >= start && answer < end) || (prompt >= start && prompt < end)
    if (isLast || isFact(tail, start, end)) apply(facts, tail, start, end)
    return true
  })
}

function apply(facts: SessionFacts, bytes: Buffer, start: number, end: number): void {
  const line = parseTranscriptLine(bytes, start, end)
  if (line !== null) applyLine(facts, line)
}

/** The CLI writes what it says about a session with the type in front. */
const FACT = Buffer.from('{"type":"')
const FACT_TYPES = new Set([
  ...['custom-title', 'ai-title', 'summary', 'tag', 'agent-name', 'agent-color'],
  ...['permission-mode', 'last-prompt', 'continued-in', 'relocated', 'pr-link'],
])
const LONGEST_TYPE = 32
const ATTACHMENT = Buffer.from('"type":"attachment"')
const ANSWER = Buffer.from('"type":"assistant"')
const PROMPT = Buffer.from('"permissionMode":"')
const LONG_LINE_BYTES = 4096

export function isFact(bytes: Buffer, start: number, end: number): boolean {
  // Nearly all other lines begin with another letter, and a look at one byte costs nothing.
  if (bytes[start + 2] !== FACT[2]) return false
  if (bytes.compare(FACT, 0, FACT.length, start, Math.min(end, start + FACT.length)) !== 0) return false
  const from = start + FACT.length
  const [type] = bytes.toString('latin1', from, Math.min(end, from + LONGEST_TYPE)).split('"', 1)
  return FACT_TYPES.has(type as string)
}

function isLongAside(bytes: Buffer, start: number, end: number): boolean {
  return end - start > LONG_LINE_BYTES && bytes.subarray(start, end).includes(ATTACHMENT)
}

function forEachLine(
  bytes: Buffer,
  from: number,
  to: number,
  offset: number,
  onLine: (start: number, end: number) => boolean,
): void {
  for (let start = from; start < to; ) {
    const found = bytes.indexOf(NEWLINE, start)
    const stop = found === -1 || found > to ? to : found
    const { start: first, end } = trim(bytes, start, stop, start + offset)
    if (first < end && !onLine(first, end)) return
    start = stop + 1
  }
}

/** Filled again for every end: thousands of them, each with memory of its own, would keep the collector busier than the list. */
const scratch = Buffer.allocUnsafeSlow(TAIL_BYTES)

/** What it gives is only lent, until the next call. */
function readBytes(fd: number, from: number, length: number): Buffer {
  const buffer = length <= scratch.length ? scratch : Buffer.allocUnsafe(length)
  let count = 0
  while (count < length) {
    const more = readSync(fd, buffer, count, length - count, from + count)
    if (more === 0) break
    count += more
  }
  return buffer.subarray(0, count)
}
