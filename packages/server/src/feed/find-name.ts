import type { Feed } from './feed.ts'
import type { FeedRecord } from './feed-record.ts'

const SAID = /"type":"(?:user|assistant)"/
const SLICE_CHARACTERS = 1024 * 1024

export function hasName({ message }: FeedRecord): boolean {
  return SAID.test(message) && nameOf(message) !== undefined
}

/** The number of the message in a feed that has the same uuid; 0 where there is none, so that nothing is missed. */
export async function findName(feed: Feed, { message }: FeedRecord): Promise<number> {
  const name = nameOf(message)
  if (name === undefined) return 0
  const mark = JSON.stringify(name)
  const find = (records: readonly FeedRecord[]) =>
    records.findLast((record) => record.message.includes(mark) && nameOf(record.message) === name)?.seq
  for await (const records of feed.readPast(0) ?? []) {
    const seq = find(records)
    if (seq !== undefined) return seq
  }
  for (let cursor = feed.past?.lines ?? 0; ; ) {
    const records = feed.readAfter(cursor, SLICE_CHARACTERS)
    const seq = find(records)
    if (seq !== undefined || records.length === 0) return seq ?? 0
    cursor = records.at(-1)?.seq ?? cursor
  }
}

function nameOf(message: string): string | undefined {
  const { type, uuid } = JSON.parse(message) as { type?: unknown; uuid?: unknown }
  return (type === 'user' || type === 'assistant') && typeof uuid === 'string' ? uuid : undefined
}
