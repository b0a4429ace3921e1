import type { LiveFrame } from '@quarterdeck/contract'
import type { FeedRecord } from '../../feed/feed-record.ts'

type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never
export type LiveWords = DistributiveOmit<LiveFrame, 'frame'>

/** A frame's text without its braces and number. */
export function toFields(words: LiveWords): string {
  return JSON.stringify(words).slice(1, -1)
}

/** What the CLI wrote goes into the frame as it is: it is never parsed and written again. */
export function toRecordsFields(
  sessionId: string,
  records: readonly FeedRecord[],
  describe: (record: FeedRecord) => string,
): string {
  const texts = records.map(
    (record) => `{"seq":${record.seq}${record.head},"message":${record.message}${describe(record)}}`,
  )
  return `"type":"records","sessionId":${JSON.stringify(sessionId)},"records":[${texts.join(',')}]`
}
