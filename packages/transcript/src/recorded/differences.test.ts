import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import type { SessionEvent } from '../lines/session-event.ts'
import { rows } from '../rows/rows.ts'
import { initialState } from '../state/session-state.ts'
import { type Difference, differences } from './differences.ts'
import { printRows } from './print-rows.ts'
import { toRecordedSessions } from './recorded-sessions.ts'

/** What was decided at a prompt is never on disk: it is a mark on a row, not a row. */
const DECISION = / \[(allowed|denied|answered|withdrawn|closed)(, edited)?\]/

function toLines(events: readonly SessionEvent[]): string[] {
  const text = printRows(rows(events.reduce(fold, initialState)), { indent: '', isWhole: true })
  return text.split('\n').map((line) => line.replace(DECISION, ''))
}

/** The lines of one that the other has not, each as often as it is missing. */
function subtract(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function without(lines: readonly string[], removed: readonly string[]): string[] {
  return subtract(lines, removed)
}

const seen = new Set<Difference>()

function findDifference(
  where: Difference['where'],
  version: string,
  name: string,
  row: string,
): Difference | undefined {
  const found = differences.find(
    (each) =>
      each.where === where && each.versions.includes(version) && each.recordings.includes(name) && each.row.test(row),
  )
  if (found !== undefined) seen.add(found)
  return found
}

describe('live and from disk, a session gives the same rows but for what the table names', () => {
  for (const version of listRecordedVersions())
    it.each(listRecordings(version))(`${version}: %s`, (name) => {
      for (const { shown, disk } of toRecordedSessions(readRecording(version, name))) {
        const live = toLines(shown)
        const kept = toLines(disk)
        const onlyLive = subtract(live, kept)
        const onlyOnDisk = subtract(kept, live)
        expect(onlyLive.filter((row) => findDifference('only live', version, name, row) === undefined)).toEqual([])
        expect(onlyOnDisk.filter((row) => findDifference('only on disk', version, name, row) === undefined)).toEqual([])
        // What is left has to stand in the same order too.
        expect(without(live, onlyLive)).toEqual(without(kept, onlyOnDisk))
      }
    })

  it('and the table names nothing that does not occur', () => {
    expect(differences.filter((difference) => !seen.has(difference))).toEqual([])
  })
})
