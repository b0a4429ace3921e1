import { checkLimit } from '../check-limit.ts'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { OpenFiles } from './open-files.ts'
import { filesOf, type ThreadFile, withParent } from './thread.ts'
import { findPlace, type Place, type ThreadLine, walkBackward, walkForward } from './walk-thread.ts'

/** `before` and `after` are the uuid of a message, or a place that a page gave. Without them, the newest page. */
export interface PageRequest {
  before?: string | undefined
  after?: string | undefined
  limit?: number | undefined
  /** A page that has so much is full, whatever the limit; it has one line at least. */
  maxBytes?: number | undefined
}

export interface TranscriptPage {
  /** JSON as the CLI wrote it, oldest first; a subagent's lines with `parent_tool_use_id` in front. */
  items: string[]
  /** For the next older page; null at the beginning. */
  before: string | null
  /** For the next newer page, also when nothing newer is there yet. */
  after: string | null
  /** Lines on the way that could not be read. */
  damagedLines: number
}

const DEFAULT_LIMIT = 50

/** Null where there is no such message. A page that could not be continued by a uuid at its edge goes on until there is one, or too much. */
export function readPage(thread: ThreadFile, request: PageRequest): TranscriptPage | null {
  const { before, after, limit = DEFAULT_LIMIT, maxBytes = Number.POSITIVE_INFINITY } = request
  checkLimit(limit)
  const page = new PageBuilder(limit, maxBytes)
  const files = new OpenFiles()
  try {
    if (after !== undefined) {
      const place = toPlace(files, thread, after)
      return place && forward(files, place, page)
    }
    const end = { in: thread, offset: files.open(thread.file)?.size ?? 0 }
    const place = before === undefined ? end : toPlace(files, thread, before)
    return place && backward(files, place, page)
  } finally {
    files.close()
  }
}

function backward(files: OpenFiles, place: Place, page: PageBuilder): TranscriptPage {
  for (const line of walkBackward(files, place)) if (!page.add(line)) break
  const { items, isFull, damagedLines } = page.finish()
  items.reverse()
  return {
    items: items.map(({ raw }) => raw),
    before: isFull ? toToken(items[0]?.line.from, items[0]?.line.offset) : null,
    after: toToken(items.at(-1)?.line.from, items.at(-1)?.line.offset) ?? toToken(place.in, place.offset),
    damagedLines,
  }
}

function forward(files: OpenFiles, place: Place, page: PageBuilder): TranscriptPage {
  for (const line of walkForward(files, place)) if (!page.add(line)) break
  const { items, damagedLines } = page.finish()
  const last = items.at(-1)?.line
  return {
    items: items.map(({ raw }) => raw),
    before: toToken(items[0]?.line.from, items[0]?.line.offset) ?? toToken(place.in, place.offset),
    after: toToken(last?.from, last?.offset) ?? toToken(place.in, place.offset),
    damagedLines,
  }
}

interface Item {
  raw: string
  line: ThreadLine
  hasUuid: boolean
}

/** Takes lines until there are enough, and leaves those at the far edge to the next page that no uuid could name. */
class PageBuilder {
  readonly #limit: number
  readonly #maxBytes: number
  readonly #items: Item[] = []
  #bytes = 0
  #damaged = 0

  constructor(limit: number, maxBytes: number) {
    this.#limit = limit
    this.#maxBytes = maxBytes
  }

  /** False when the page is full. */
  add(line: ThreadLine): boolean {
    const value = line.bytes === null ? null : parseTranscriptLine(line.bytes, 0, line.bytes.length)
    if (value === null || line.bytes === null) {
      this.#damaged++
      return true
    }
    // One line more than asked for tells that there is one.
    if (this.#isFull(line.bytes.length)) {
      this.#items.push({ raw: '', line, hasUuid: false })
      return false
    }
    const raw = withParent(line.bytes, line.from.toolUseId).toString()
    this.#bytes += line.bytes.length
    this.#items.push({ raw, line, hasUuid: typeof value.uuid === 'string' })
    return true
  }

  #isFull(nextBytes: number): boolean {
    const items = this.#items
    if (items.length > 0 && this.#bytes + nextBytes > this.#maxBytes) return true
    return items.length >= this.#limit && items.some(({ hasUuid }) => hasUuid)
  }

  finish(): { items: Item[]; isFull: boolean; damagedLines: number } {
    const items = this.#items
    const isFull = items.at(-1)?.raw === ''
    if (isFull) items.pop()
    const isNamed = items.some(({ hasUuid }) => hasUuid)
    while (isFull && isNamed && items.at(-1)?.hasUuid === false) items.pop()
    return { items, isFull, damagedLines: this.#damaged }
  }
}

/** Names a line by its file and offset, which is quicker to find than its uuid. */
function toToken(from: ThreadFile | undefined, offset: number | undefined): string | null {
  return from === undefined || offset === undefined ? null : `@${from.file.agentId ?? ''}:${offset}`
}

function toPlace(files: OpenFiles, thread: ThreadFile, text: string): Place | null {
  const token = /^@(.*):(\d+)$/.exec(text)
  if (token === null) return findPlace(files, thread, text)
  const from = filesOf(thread).find(({ file }) => (file.agentId ?? '') === token[1])
  const offset = Number(token[2])
  const open = from === undefined ? null : files.open(from.file)
  if (from === undefined || open === null || offset > open.size) return null
  return { in: from, offset }
}
