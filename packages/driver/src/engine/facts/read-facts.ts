import { parseRecordLine } from '../../log/record-line.ts'
import type { SessionLog } from '../../log/session-log.ts'
import { applyRecord } from './apply-record.ts'
import { noFacts, type SessionFacts } from './session-facts.ts'

const READ_BYTES = 1024 * 1024

/** What a log tells of its session. */
export function readFacts(log: SessionLog): SessionFacts {
  let facts = noFacts
  let cursor = 0
  for (let lines = log.readAfter(0, READ_BYTES); lines.length > 0; lines = log.readAfter(cursor, READ_BYTES)) {
    for (const line of lines) {
      const record = parseRecordLine(line)
      if (record === null) continue
      cursor = record.seq
      facts = applyRecord(facts, record)
    }
  }
  return facts
}
