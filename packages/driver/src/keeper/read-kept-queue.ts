import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { QueuedMessage } from '@quarterdeck/protocol/pure'
import { applyRecord } from '../engine/facts/apply-record.ts'
import { noFacts } from '../engine/facts/session-facts.ts'
import { readLog } from '../log/read-log.ts'
import { parseRecordLine } from '../log/record-line.ts'

/** The messages that wait in the log of a folder, whether a keeper runs or not. Nothing is written. */
export function readKeptQueue(folder: string): readonly QueuedMessage[] {
  const path = join(folder, 'log.ndjson')
  if (!existsSync(path)) return []
  let facts = noFacts
  for (const { line } of readLog(path)) {
    const record = parseRecordLine(line)
    if (record !== null) facts = applyRecord(facts, record)
  }
  return facts.queue
}
