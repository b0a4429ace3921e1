import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import type { SessionEvent } from '../lines/session-event.ts'
import type { CallRow, Row } from '../rows/row.ts'
import { rows } from '../rows/rows.ts'
import { initialState } from '../state/session-state.ts'
import { toRecordedSessions } from './recorded-sessions.ts'

/** A picture of the whole session, and one of its end, for a row that only one of them has as it is. */
interface Seam {
  row: Row
  other: readonly Row[]
  /** Messages of Claude that began before the end does. */
  begun: ReadonlySet<string>
}

/** In what the rows of the end of a session may differ from those of the whole, and why. Nothing else may. */
const seams: readonly { reason: string; isIt: (seam: Seam) => boolean }[] = [
  {
    reason: 'A group of calls that began before has the rest of its calls, and is called by the first of these.',
    isIt: ({ row, other }) => row.kind === 'tools' && row.calls.every((call) => hasCall(other, call)),
  },
  {
    reason: 'The blocks of a message are counted from its beginning; what was half written there is not known whole.',
    isIt: ({ row, begun }) => begun.has(row.key.slice(0, row.key.lastIndexOf(':'))),
  },
  {
    reason:
      'What is told twice (by the host and as an echo, as a line and in the result) goes by the one that is left.',
    isIt: ({ row, other }) => other.some((each) => toWords(each) === toWords(row)),
  },
  {
    reason: 'Whether a prompt waited, or Claude went on by itself, is told by what came before.',
    isIt: ({ row }) => row.kind === 'separator' && row.what === 'wake',
  },
  {
    reason: 'What a task in the background is called, and that it is one, is told when it begins.',
    isIt: ({ row }) => row.kind === 'separator' && row.what === 'task',
  },
  {
    reason: 'Whether a call was refused, or its prompt withdrawn, is told by the call.',
    isIt: ({ row }) => row.kind === 'notice' && row.text.startsWith('Denied in this turn: '),
  },
  {
    reason: 'An answer to a server is shown with its question.',
    isIt: ({ row }) => row.kind === 'notice' && row.text.includes(' asked: '),
  },
  {
    reason: 'What a command answers may stand in the result alone: without its turn nobody knows whether it was said.',
    isIt: ({ row }) => row.kind === 'output' && row.text.startsWith('Unknown skill: '),
  },
  {
    reason: 'The CLI calls it an error that a hook kept the turn going, and that it did is told before.',
    isIt: ({ row }) => row.kind === 'notice' && row.text === 'Stop hook error occurred',
  },
]

function hasCall(all: readonly Row[], call: CallRow): boolean {
  return all.some((row) => row.kind === 'tools' && row.calls.some((each) => isEqual(each, call)))
}

function toWords(row: Row): string | undefined {
  if (row.kind === 'user') return row.entry.text
  return 'text' in row ? row.text.trim() : undefined
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const play = (events: readonly SessionEvent[]) => rows(events.reduce(fold, initialState))

function toMessageIds(events: readonly SessionEvent[]): Set<string> {
  const ids = events.map((event) => {
    if (event.kind !== 'message') return undefined
    const { message } = event
    if (message.type === 'assistant') return message.message.id
    return message.type === 'stream_event' && message.event.type === 'message_start'
      ? message.event.message.id
      : undefined
  })
  return new Set(ids.filter((id) => id !== undefined))
}

const found = new Set<string>()

/** The rows of one that neither stand in the other nor at a seam. */
function findStrays(one: readonly Row[], other: readonly Row[], begun: ReadonlySet<string>): Row[] {
  const known = new Map(other.map((row) => [row.key, row]))
  return one.filter((row) => {
    if (isEqual(known.get(row.key), row)) return false
    const seam = seams.find(({ isIt }) => isIt({ row, other, begun }))
    if (seam !== undefined) found.add(seam.reason)
    return seam === undefined
  })
}

/** What of the whole is not in the beginning of it already. */
function toNewRows(whole: readonly Row[], head: readonly Row[]): Row[] {
  const keys = new Set(head.flatMap(toKeys))
  return whole.filter((row) => toKeys(row).every((key) => !keys.has(key)))
}

function toKeys(row: Row): string[] {
  return row.kind === 'tools' ? row.calls.map((call) => call.key) : [row.key]
}

describe('the end of a session, from any message on, has the same rows under the same keys as the whole', () => {
  for (const version of listRecordedVersions())
    it.each(listRecordings(version))(`${version}: %s`, (name) => {
      for (const { disk, shown } of toRecordedSessions(readRecording(version, name))) {
        const log = shown.map((event, index) => ({ ...event, seq: index + 1 }))
        for (const events of [disk, log]) {
          const whole = play(events)
          for (let cut = 1; cut < events.length; cut++) {
            const begun = toMessageIds(events.slice(0, cut))
            const tail = play(events.slice(cut))
            expect(findStrays(tail, whole, begun)).toEqual([])
            expect(findStrays(toNewRows(whole, play(events.slice(0, cut))), tail, begun)).toEqual([])
          }
        }
      }
    })

  it('and every exception that is named occurs', () => {
    expect(seams.map(({ reason }) => reason).filter((reason) => !found.has(reason))).toEqual([])
  })
})
