import type { Archive, TranscriptPage } from '@quarterdeck/archive'
import type { LogHistory, SessionSource } from '../hub/live/session-log.ts'
import { type LogItem, LogItems } from './log-items.ts'

type LogSource = Extract<SessionSource, { kind: 'log' }>

export interface MessagesAsked {
  before?: string | undefined
  after?: string | undefined
  limit: number
  /** A page that has so much is full; a single message may be longer. */
  maxBytes?: number | undefined
  /** With prompts and answers by which a person changed what a tool was given. */
  hasAnswers?: boolean | undefined
}

/** How much a page may hold. */
interface Room {
  limit: number
  maxBytes: number
  hasAnswers?: boolean | undefined
}

export interface MessagesPage {
  /** As they were written, oldest first. */
  items: string[]
  /** For the next older page; null at the beginning. */
  before: string | null
  /** For the next newer page; null where there is none yet. */
  after: string | null
  damagedLines: number
}

/** Reads a whole line that was too long for the log, by the name that its record gives it. */
export type ReadLarge = (source: LogSource, file: string) => string | null

const PLACE = /^#(\d{1,15})$/

/** The messages of a session: its transcript, or where we have a log the transcript up to the log, and then that. A uuid counts once. */
export class SessionMessages {
  readonly #archive: Archive
  readonly #readLarge: ReadLarge
  readonly #logs = new WeakMap<object, LogItems>()

  constructor(archive: Archive, readLarge: ReadLarge) {
    this.#archive = archive
    this.#readLarge = readLarge
  }

  /** Null where there is no such message. */
  async readPage(source: SessionSource, asked: MessagesAsked): Promise<MessagesPage | null> {
    if (source.kind === 'transcript') return this.#readTranscript(source.sessionId, asked)
    const { before, after, limit, maxBytes = Number.POSITIVE_INFINITY, hasAnswers } = asked
    const log = this.#logOf(source)
    const items = await log.read()
    if (after !== undefined) return this.#forward(source, log, items, after, { limit, maxBytes, hasAnswers })
    return this.#backward(source, log, items, before, { limit, maxBytes, hasAnswers })
  }

  /** The whole session as NDJSON; null where there is nothing of it. */
  async stream(source: SessionSource, { hasAnswers = false } = {}): Promise<AsyncIterable<Buffer> | null> {
    if (source.kind === 'transcript') return this.#archive.stream(source.sessionId)
    const log = this.#logOf(source)
    return this.#streamBoth(source, log, await log.read(), hasAnswers)
  }

  /** Changes whenever a message has come. */
  versionOf(source: SessionSource): string {
    const { sessionId } = source
    const files = this.#archive.readPosition(
      source.kind === 'log' ? (source.history?.sessionId ?? sessionId) : sessionId,
    )
    const modified = this.#archive.findSession(sessionId)?.modified
    return JSON.stringify([
      sessionId,
      files,
      modified,
      source.kind === 'log' && [source.kept.epoch, source.kept.lastSeq],
    ])
  }

  #logOf({ kept }: LogSource): LogItems {
    const known = this.#logs.get(kept)
    if (known !== undefined) return known
    const made = new LogItems(kept)
    this.#logs.set(kept, made)
    return made
  }

  #readTranscript(sessionId: string, asked: MessagesAsked): MessagesPage | null {
    const page = this.#archive.readPage(sessionId, asked)
    if (page === null) return null
    const { items, before, after, damagedLines } = page
    const isMore = after !== null && asked.after !== undefined && items.length > 0 && this.#isMore(sessionId, after)
    return { items, before, after: asked.after === undefined || isMore ? after : null, damagedLines }
  }

  #isMore(sessionId: string, after: string): boolean {
    return (this.#archive.readPage(sessionId, { after, limit: 1 })?.items.length ?? 0) > 0
  }

  async #backward(
    source: LogSource,
    log: LogItems,
    items: readonly LogItem[],
    before: string | undefined,
    room: Room,
  ): Promise<MessagesPage | null> {
    const end = before === undefined ? items.length : findIndex(log, items, before)
    if (end === -1) return this.#withoutKnown(this.#readHistory(source, items, before, room), log)
    const own = this.#take(source, log, items.slice(Math.max(0, end - room.limit), end).reverse(), room)
    const from = end - own.count
    const raws = own.raws.reverse().flat()
    const after = toPlace(items[end - 1])
    if (from > 0) return { items: raws, before: toPlace(items[from]), after, damagedLines: 0 }
    const left = { limit: Math.max(1, room.limit - own.count), maxBytes: room.maxBytes - own.bytes }
    const older = this.#withoutKnown(this.#readHistory(source, items, undefined, left), log)
    if (older === null || older.items.length === 0)
      return { items: raws, before: older?.before ?? null, after, damagedLines: older?.damagedLines ?? 0 }
    // A page that is full already only asks whether there is something before it.
    const isFull = own.count >= room.limit || own.bytes + countBytes(older.items) > room.maxBytes
    if (isFull && own.count > 0) return { items: raws, before: toPlace(items[0]), after, damagedLines: 0 }
    return {
      items: [...older.items, ...raws],
      before: older.before,
      after: after ?? older.after,
      damagedLines: older.damagedLines,
    }
  }

  async #forward(
    source: LogSource,
    log: LogItems,
    items: readonly LogItem[],
    after: string,
    room: Room,
  ): Promise<MessagesPage | null> {
    const at = findIndex(log, items, after)
    if (at !== -1) return this.#logPage(source, log, items, at + 1, room)
    if (this.#isCutOff(source.history, after)) return null
    const history = source.history?.sessionId ?? source.sessionId
    const page = this.#archive.readPage(history, { after, ...room })
    if (page === null) return null
    const end = this.#endOfHistory(source, items)
    const isInside = end !== null && page.items.length > 0 && !this.#goesFurther(source, page, end)
    if (isInside) return this.#withoutKnown(page, log)
    // The page goes on into what the log has: what stands before the log is taken from there backwards.
    const asMuch = { limit: room.limit + 1, maxBytes: countBytes(page.items) + 1 }
    const last = end === null ? null : this.#archive.readPage(history, { before: end, ...asMuch })
    const known = new Set(page.items)
    const older = (last?.items ?? []).filter((raw) => known.has(raw) && !hasUuidIn(raw, log))
    const left = { ...room, limit: Math.max(1, room.limit - older.length), maxBytes: room.maxBytes - countBytes(older) }
    const rest = this.#logPage(source, log, items, 0, left)
    return { items: [...older, ...rest.items], before: page.before, after: rest.after, damagedLines: page.damagedLines }
  }

  #logPage(source: LogSource, log: LogItems, items: readonly LogItem[], from: number, room: Room): MessagesPage {
    const { raws, count } = this.#take(source, log, items.slice(from, from + room.limit), room)
    return {
      items: raws.flat(),
      before: toPlace(items[from] ?? items[from - 1]),
      after: from + count < items.length ? toPlace(items[from + count - 1]) : null,
      damagedLines: 0,
    }
  }

  /** As many as there is room for, and one at least, each with what belongs to it. */
  #take(source: LogSource, log: LogItems, items: readonly LogItem[], { maxBytes, hasAnswers = false }: Room) {
    const raws: string[][] = []
    let [count, bytes] = [0, 0]
    for (const item of items) {
      const own = this.#rawsOf(source, log, item, hasAnswers)
      const size = countBytes(own)
      if (count > 0 && bytes + size > maxBytes) break
      raws.push(own)
      count += 1
      bytes += size
    }
    return { raws, count, bytes }
  }

  /** Of what stood in the transcript before the log began. */
  #readHistory(
    source: LogSource,
    items: readonly LogItem[],
    before: string | undefined,
    room: Room,
  ): MessagesPage | null {
    if (before !== undefined && this.#isCutOff(source.history, before)) return null
    const place = before ?? this.#endOfHistory(source, items)
    if (place === null) return before === undefined ? { items: [], before: null, after: null, damagedLines: 0 } : null
    return this.#archive.readPage(source.history?.sessionId ?? source.sessionId, { before: place, ...room })
  }

  /** Where the log takes over: null where nothing stands before it. */
  #endOfHistory({ sessionId, history, kept }: LogSource, items: readonly LogItem[]): string | null {
    // The oldest records of a long log are gone: the transcript has what they said, up to the first that is still there.
    const isWhole = kept.readAfter(0, 1)[0]?.startsWith('{"seq":1,') === true
    if (isWhole) return history === null ? null : this.#endOf(history)
    const first = items.find(
      ({ uuid }) => uuid !== null && this.#archive.readPage(sessionId, { before: uuid, limit: 1 }) !== null,
    )
    return first?.uuid ?? null
  }

  /** A copy up to a message has nothing of what was said behind it. */
  #endOf({ sessionId, position, until }: LogHistory): string {
    const behind = until === undefined ? null : this.#behind(sessionId, until)
    return behind?.place ?? `@:${position[''] ?? 0}`
  }

  /** Whether a message stands in the history's file, but behind where the history ends. */
  #isCutOff(history: LogHistory | null, uuid: string): boolean {
    if (history?.until === undefined) return false
    const [at, end] = [uuid, history.until].map((each) => this.#behind(history.sessionId, each))
    return at != null && end != null && at.offset > end.offset
  }

  /**
   * What stands right behind a message: its place, its text, and where the session's own file goes on, since a subagent's lines stand
   * behind the call that started it. Nothing, and no end, behind the last one; null where there is no such message.
   */
  #behind(sessionId: string, uuid: string): { place: string | null; raw: string | null; offset: number } | null {
    const first = this.#archive.readPage(sessionId, { after: uuid, limit: 1 })
    if (first === null) return null
    let page: typeof first | null = first
    while (page !== null && page.items.length > 0 && toOffset(page.before) === null)
      page = page.after === null ? null : this.#archive.readPage(sessionId, { after: page.after, limit: 1 })
    const hasNext = page !== null && page.items.length > 0
    const offset = (hasNext ? toOffset(page?.before) : null) ?? Number.POSITIVE_INFINITY
    const [raw = null] = first.items
    return { place: raw === null ? null : first.before, raw, offset }
  }

  /** Whether a page has something that stands behind the end of the history. */
  #goesFurther({ sessionId, history }: LogSource, page: TranscriptPage, end: string): boolean {
    const until = history?.until
    const behind = until === undefined ? null : this.#behind(history?.sessionId ?? sessionId, until)
    if (behind?.raw != null) return page.items.includes(behind.raw)
    return this.#isBehind(history?.sessionId ?? sessionId, page.after, end)
  }

  /** Whether a place is at or behind another in the session's own file. */
  #isBehind(sessionId: string, place: string | null, end: string): boolean {
    const [offset, limit] = [place, end].map(toOffset)
    if (offset != null && limit != null) return offset >= limit
    return place === null || this.#archive.readPage(sessionId, { after: place, limit: 1 })?.items.length === 0
  }

  #withoutKnown(page: MessagesPage | null, log: LogItems): MessagesPage | null {
    return page && { ...page, items: page.items.filter((raw) => !hasUuidIn(raw, log)) }
  }

  #rawsOf(source: LogSource, log: LogItems, item: LogItem, hasAnswers: boolean): string[] {
    const seqs = [item.seq, ...((hasAnswers ? item.changed : undefined) ?? [])]
    return seqs.map((seq) => this.#rawOf(source, log, { seq })).filter((raw) => raw !== null)
  }

  #rawOf(source: LogSource, log: LogItems, item: Pick<LogItem, 'seq'>): string | null {
    const found = log.rawOf(item)
    if (found === null) return null
    return (found.largeFile === null ? null : this.#readLarge(source, found.largeFile)) ?? found.raw
  }

  async *#streamBoth(
    source: LogSource,
    log: LogItems,
    items: readonly LogItem[],
    hasAnswers: boolean,
  ): AsyncGenerator<Buffer> {
    yield* this.#streamHistory(source, items)
    for (const item of [...items])
      for (const raw of this.#rawsOf(source, log, item, hasAnswers)) yield Buffer.from(`${raw}\n`)
  }

  /** Byte for byte: only newlines are looked for, and the one line at which the log takes over. */
  async *#streamHistory(source: LogSource, items: readonly LogItem[]): AsyncGenerator<Buffer> {
    const { history, sessionId } = source
    const end = this.#endOfHistory(source, items)
    if (end === null) return
    const mark = end.startsWith('@') ? null : Buffer.from(`"uuid":"${end}"`)
    let left = mark === null ? (history?.lines ?? 0) : Number.POSITIVE_INFINITY
    for await (const piece of this.#archive.stream(history?.sessionId ?? sessionId) ?? []) {
      let stop = 0
      while (stop < piece.length && left > 0) {
        const next = piece.indexOf(10, stop) + 1 || piece.length
        left = mark !== null && piece.subarray(stop, next).includes(mark) ? 0 : left - 1
        if (left > 0 || mark === null) stop = next
      }
      if (stop > 0) yield piece.subarray(0, stop)
      if (left <= 0) return
    }
  }
}

function findIndex(log: LogItems, items: readonly LogItem[], place: string): number {
  const seq = PLACE.exec(place)?.[1]
  const item = seq === undefined ? log.find(place) : items.find((one) => one.seq === Number(seq))
  return item == null ? -1 : items.indexOf(item)
}

/** In the session's own file; null for a place in that of a subagent. */
function toOffset(place: string | null | undefined): number | null {
  const offset = /^@:(\d+)$/.exec(place ?? '')?.[1]
  return offset === undefined ? null : Number(offset)
}

function toPlace(item: LogItem | undefined): string | null {
  return item === undefined ? null : (item.uuid ?? `#${item.seq}`)
}

function countBytes(raws: readonly string[]): number {
  return raws.reduce((sum, raw) => sum + Buffer.byteLength(raw), 0)
}

function hasUuidIn(raw: string, log: LogItems): boolean {
  const uuid = (JSON.parse(raw) as { uuid?: unknown }).uuid
  return typeof uuid === 'string' && log.find(uuid) !== null
}
