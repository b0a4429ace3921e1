import { setImmediate } from 'node:timers/promises'
import type { KeptSession } from '@quarterdeck/driver'
import { ChangedAnswers } from './changed-answers.ts'

/** What a reader needs of a log. */
export type ReadableLog = Pick<KeptSession, 'epoch' | 'lastSeq' | 'readAfter'>

/** A message that stands in a log. */
export interface LogItem {
  seq: number
  uuid: string | null
  /** Records behind it that say that a person changed what a tool was given. */
  changed?: readonly number[]
}

/** Talk between host and CLI, and pieces of what is said whole afterwards. */
const NOT_MESSAGES = new Set([
  'stream_event',
  'keep_alive',
  'control_request',
  'control_response',
  'control_cancel_request',
])
const BATCH_CHARACTERS = 256 * 1024
/** Others want to be served too while a long log is read for the first time. */
const BREATHE_MS = 15

/** The messages of a log in their order, each once: what the CLI wrote, and what it was told until it has said so itself. */
export class LogItems {
  readonly #log: ReadableLog
  #epoch: string
  #items: LogItem[] = []
  #byUuid = new Map<string, LogItem>()
  #answers = new ChangedAnswers()
  #readTo = 0
  #reading: Promise<void> | null = null

  constructor(log: ReadableLog) {
    this.#log = log
    this.#epoch = log.epoch
  }

  /** All that stand in the log now. */
  async read(): Promise<readonly LogItem[]> {
    while (this.#readTo < this.#log.lastSeq || this.#epoch !== this.#log.epoch) {
      this.#reading ??= this.#readOn().finally(() => {
        this.#reading = null
      })
      await this.#reading
    }
    return this.#items
  }

  find(uuid: string): LogItem | null {
    return this.#byUuid.get(uuid) ?? null
  }

  /** The message as it was said; null where it is no longer in the log. */
  rawOf({ seq }: Pick<LogItem, 'seq'>): { raw: string; largeFile: string | null } | null {
    const line = this.#log.readAfter(seq - 1, 1)[0]
    if (line === undefined || !line.startsWith(`{"seq":${seq},`)) return null
    const { head, raw } = splitRecord(line)
    return { raw, largeFile: /,"large":\{"bytes":\d+,"file":"([^"\\]+)"\}$/.exec(head)?.[1] ?? null }
  }

  async #readOn(): Promise<void> {
    if (this.#epoch !== this.#log.epoch) {
      this.#epoch = this.#log.epoch
      this.#items = []
      this.#byUuid = new Map()
      this.#answers = new ChangedAnswers()
      this.#readTo = 0
    }
    const end = this.#log.lastSeq
    let breath = performance.now()
    while (this.#readTo < end) {
      const lines = this.#log.readAfter(this.#readTo, BATCH_CHARACTERS)
      if (lines.length === 0) {
        this.#readTo = end
        return
      }
      for (const line of lines) {
        this.#take(line)
        if (performance.now() - breath < BREATHE_MS) continue
        await setImmediate()
        breath = performance.now()
      }
    }
  }

  #take(line: string): void {
    const { head, raw, seq } = splitRecord(line)
    this.#readTo = Math.max(this.#readTo, seq)
    const from = /"from":"(\w+)"/.exec(head)?.[1]
    if (from === 'keeper') return
    const message = JSON.parse(raw) as Readonly<Record<string, unknown>>
    const { type, uuid } = message
    const changed = this.#answers.take(seq, message)
    const last = this.#items.at(-1)
    if (changed !== null && last !== undefined) last.changed = [...(last.changed ?? []), ...changed]
    if (typeof type !== 'string' || NOT_MESSAGES.has(type) || (from === 'host' && type !== 'user')) return
    const known = typeof uuid === 'string' ? this.#byUuid.get(uuid) : undefined
    if (known !== undefined) {
      // The CLI has repeated what it was told: it stands where it was said.
      if (from === 'cli') known.seq = seq
      return
    }
    const item: LogItem = { seq, uuid: typeof uuid === 'string' ? uuid : null }
    this.#items.push(item)
    if (item.uuid !== null) this.#byUuid.set(item.uuid, item)
  }
}

/** Quotes inside of strings are escaped, so the words are unique. */
function splitRecord(line: string): { head: string; raw: string; seq: number } {
  const start = line.indexOf(',"message":')
  const head = line.slice(0, start)
  return {
    head,
    raw: line.slice(start + ',"message":'.length, -1),
    seq: Number(head.slice('{"seq":'.length, head.indexOf(','))),
  }
}
