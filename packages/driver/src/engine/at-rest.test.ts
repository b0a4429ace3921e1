import type { LogRecord } from '@quarterdeck/protocol/pure'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { applyRecord } from './facts/apply-record.ts'
import { isAtRest, noFacts } from './facts/session-facts.ts'

/** The facts at the end of a recording, when the CLI has said its last word. */
function readFacts(version: string, name: string) {
  let facts = noFacts
  for (const [index, line] of readRecording(version, name).lines.entries()) {
    if (line.dir !== 'out' && line.dir !== 'in') continue
    const record: LogRecord = { seq: index + 1, at: '', from: line.dir === 'out' ? 'cli' : 'host', message: null }
    try {
      record.message = JSON.parse(line.line)
    } catch {
      continue
    }
    facts = applyRecord(facts, record)
  }
  return facts
}

describe.each(listRecordedVersions())('a session of %s', (version) => {
  const names = listRecordings(version).filter((name) => name !== 'stdin-closed')

  it.each(names)('%s: is at rest once all has been said, so that what waits goes on', (name) => {
    expect(isAtRest(readFacts(version, name))).toBe(true)
  })
})
