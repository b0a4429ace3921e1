import { parseRecordLine } from '../../log/record-line.ts'
import type { SessionLog } from '../../log/session-log.ts'
import type { LinkEvent } from '../../session-link.ts'

const READ_BYTES = 256 * 1024

/** Tells of all that a log has behind a number. */
export function followLog(log: SessionLog, after: number, listener: (event: LinkEvent) => void): void {
  let cursor = after
  if (after < log.droppedThrough) listener({ kind: 'gap', after, firstSeq: log.droppedThrough + 1 })
  for (let lines = log.readAfter(cursor, READ_BYTES); lines.length > 0; lines = log.readAfter(cursor, READ_BYTES)) {
    for (const line of lines) {
      const record = parseRecordLine(line)
      cursor = record?.seq ?? cursor + 1
      if (record !== null) listener({ kind: 'record', record, line })
    }
  }
  listener({ kind: 'caught_up', seq: cursor })
}
