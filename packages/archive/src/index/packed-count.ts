import { QUARTER_MS } from '../usage/usage-report.ts'
import { type CountedFile, toIndexedFile } from './counted-file.ts'

/**
 * What a report needs of a count, on its way to the program: numbers in one piece of memory that changes hands, and texts joined. A
 * hundred thousand objects would take as long to hand over as to count.
 */
export interface PackedCount {
  /** `IndexedFile` of each, as JSON. */
  files: string
  /** How many messages each file has. */
  messageCounts: number[]
  /** Of the messages, a line each. */
  keys: string
  models: string[]
  /** `COLUMNS` for each message. */
  numbers: Float64Array<ArrayBuffer>
}

/** Dollars are NaN for a model without a price. */
export const COLUMNS = {
  quarter: 0,
  model: 1,
  isCopy: 2,
  input: 3,
  output: 4,
  write5m: 5,
  write1h: 6,
  read: 7,
  searches: 8,
  usd: 9,
}
export const COLUMN_COUNT = 10

export function packCount(counted: readonly CountedFile[]): PackedCount {
  const count = counted.reduce((sum, { messages }) => sum + messages.length, 0)
  const numbers = new Float64Array(count * COLUMN_COUNT)
  const models = new Map<string, number>()
  const keys: string[] = []
  let at = 0
  for (const { messages } of counted) {
    for (const { key, atMs, model, isCopy, input, output, write5m, write1h, read, searches, usd } of messages) {
      keys.push(key)
      const place = models.get(model) ?? models.size
      models.set(model, place)
      for (const value of [Math.floor(atMs / QUARTER_MS), place, isCopy ? 1 : 0, input, output, write5m, write1h, read])
        numbers[at++] = value
      numbers[at++] = searches
      numbers[at++] = usd ?? Number.NaN
    }
  }
  return {
    files: JSON.stringify(counted.map((file) => toIndexedFile(file, 0))),
    messageCounts: counted.map(({ messages }) => messages.length),
    keys: keys.join('\n'),
    models: [...models.keys()],
    numbers,
  }
}
