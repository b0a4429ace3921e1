import { parseLine } from '@quarterdeck/protocol'
import { listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { fold, initialState, type Row, rows, type SessionState, toEvent, toOverview } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { Compaction, type View } from './compaction.ts'
import { type FeedRecord, fromOf } from './feed-record.ts'
import { toRecordedLog } from './recorded-log-for-test.ts'

function play(records: readonly FeedRecord[]): SessionState {
  return records.reduce((state, { seq, head, message }) => {
    const record = JSON.parse(`{"seq":${seq}${head},"message":${message}}`)
    const line = record.from === 'keeper' ? null : parseLine(message)
    return fold(state, toEvent(record, line?.kind === 'message' ? line.message : null))
  }, initialState)
}

function compact(records: readonly FeedRecord[], view: View): FeedRecord[] {
  const compaction = new Compaction()
  for (const record of records) compaction.take(record)
  return records.filter(({ seq }) => !compaction.isOver(seq, view))
}

/** What is seen of a session; `heard` and `seq` only say what was told. */
const toPicture = (state: SessionState) => ({ rows: rows(state), ...state, heard: null, seq: 0 })

const all = listRecordedVersions().flatMap((version) =>
  listRecordings(version).map((name) => ({
    title: `${version} ${name}`,
    log: toRecordedLog(readRecording(version, name)),
  })),
)

/** So many moments at which somebody may come, the end among them. */
const MOMENTS = 12

function cutsOf({ length }: readonly FeedRecord[]): number[] {
  const step = Math.max(1, Math.floor(length / MOMENTS))
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => length - index * step)
}

/**
 * What a server asked, what a hook of the host was asked, and that a call was refused and not withdrawn, is told by the request and its
 * answer alone; what was answered is not told again.
 */
const isOfRequest = (row: Row) =>
  (row.kind === 'notice' && / asked: |^Denied in this turn: /.test(row.text)) || row.kind === 'hook'

describe.each(all)('$title', ({ log }) => {
  it('is the same to a page that was told all of it, and to one that comes now', () => {
    for (const cut of cutsOf(log)) {
      const head = log.slice(0, cut)
      expect(toPicture(play(compact(head, 'page')))).toEqual(toPicture(play(head)))
    }
  })

  it('is the same to a program that comes now, but for who has decided and what was counted on the way', () => {
    for (const cut of cutsOf(log)) {
      const head = log.slice(0, cut)
      const [now, whole] = [play(compact(head, 'raw')), play(head)]
      const toSeen = (state: SessionState) => toWords(rows(state).filter((row) => !isOfRequest(row)))
      expect(toSeen(now)).toEqual(toSeen(whole))
      expect(now.approvals.map(({ requestId }) => requestId)).toEqual(whole.approvals.map(({ requestId }) => requestId))
      expect(toOverview(now).usage.costUsd).toBe(toOverview(whole).usage.costUsd)
      expect(toOverview(now).turnCount).toBe(toOverview(whole).turnCount)
    }
  })

  it('shows each prompt once, asks nothing that is answered, and repeats no piece of what is complete', () => {
    const told = compact(log, 'raw').map((record) => ({ from: fromOf(record), ...JSON.parse(record.message) }))
    const uuids = told.filter(({ type, from }) => type === 'user' && from !== 'keeper').map(({ uuid }) => uuid)
    expect(new Set(uuids).size).toBe(uuids.length)
    const prompts = log.filter((record) => fromOf(record) === 'host' && JSON.parse(record.message).type === 'user')
    expect(uuids).toEqual(expect.arrayContaining(prompts.map((record) => JSON.parse(record.message).uuid)))
    expect(told.filter(({ type, from }) => type === 'control_request' && from === 'cli')).toEqual([])
    expect(told.filter(({ type }) => type === 'keep_alive')).toEqual([])
    const starts = told.filter(({ event }) => event?.type === 'message_start').length
    const stops = told.filter(({ event }) => event?.type === 'message_stop').length
    expect(stops).toBe(0)
    // What was cut off has nothing but its pieces.
    expect(starts).toBeLessThanOrEqual(1)
  })
})

function toWords(all: readonly Row[]): unknown[] {
  return all.map((row) => {
    if (row.kind === 'tools') return row.calls.map(({ call }) => [call.name, call.result])
    // The echo may know a command by another name.
    if (row.kind === 'user') return row.entry.text.startsWith('/') ? '/' : row.entry.text
    return 'text' in row ? row.text : row.kind
  })
}
