import { parseLine } from '@quarterdeck/protocol'
import { type FeedRecord, fromOf } from './feed-record.ts'

/** What the server has found out about a record that the page, which has no schemas, must be told with it: text that goes behind it. */
export class Descriptions {
  readonly #hashInput: (input: unknown) => string | undefined
  /** Records that have just come are the same objects for everyone who reads them. */
  readonly #known = new WeakMap<FeedRecord, string>()

  constructor(hashInput: (input: unknown) => string | undefined) {
    this.#hashInput = hashInput
  }

  of(record: FeedRecord): string {
    const known = this.#known.get(record)
    if (known !== undefined) return known
    const found = this.#describe(record)
    this.#known.set(record, found)
    return found
  }

  #describe(record: FeedRecord): string {
    if (fromOf(record) === 'keeper') return ''
    const line = parseLine(record.message)
    if (line.kind !== 'message') return ',"isUnread":true'
    const faults =
      line.faults.length === 0 ? '' : `,"faults":${JSON.stringify(line.faults.map((fault) => fault.path))}`
    const { message } = line
    const input =
      message.type === 'control_request' ? (message.request as { input?: unknown } | undefined)?.input : undefined
    const hash = input === undefined ? undefined : this.#hashInput(input)
    return hash === undefined ? faults : `${faults},"inputHash":${JSON.stringify(hash)}`
  }
}
