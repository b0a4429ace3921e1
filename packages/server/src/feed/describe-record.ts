import { parseLine } from '@quarterdeck/protocol'
import { findInputHash } from '../input-hash.ts'
import { type FeedRecord, fromOf } from './feed-record.ts'

/** What the server has found out about a record that the page, which has no schemas, must be told with it: text that goes behind it. */
export class Descriptions {
  /** Records that have just come are the same objects for everyone who reads them. */
  readonly #known = new WeakMap<FeedRecord, string>()

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
    const faults = line.faults.length === 0 ? '' : `,"faults":${JSON.stringify(line.faults.map((fault) => fault.path))}`
    const hash = line.message.type === 'control_request' ? findInputHash(line.message) : undefined
    return hash === undefined ? faults : `${faults},"inputHash":${JSON.stringify(hash)}`
  }
}
