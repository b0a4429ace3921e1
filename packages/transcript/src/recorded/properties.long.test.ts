import { createRandom, listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { forgetDrafts } from '../lines/forget-drafts.ts'
import type { SessionEvent } from '../lines/session-event.ts'
import { toInbox } from '../rows/inbox.ts'
import { toOverview } from '../rows/overview.ts'
import type { Row } from '../rows/row.ts'
import { rows } from '../rows/rows.ts'
import { initialState, type SessionState } from '../state/session-state.ts'
import { toRecordedSessions } from './recorded-sessions.ts'

const all = listRecordedVersions().flatMap((version) =>
  listRecordings(version).flatMap((name) =>
    toRecordedSessions(readRecording(version, name)).flatMap(({ live, disk }, index) => [
      { title: `${version} ${name} ${index} live`, events: live },
      { title: `${version} ${name} ${index} disk`, events: disk },
    ]),
  ),
)

const play = (events: readonly SessionEvent[], from = initialState) => events.reduce(fold, from)

const written = (state: SessionState): SessionState => JSON.parse(JSON.stringify(state))

describe.each(all)('$title', ({ title, events }) => {
  const random = createRandom(title.length * 7919 + events.length)
  const pick = (below: number) => Math.floor(random() * below)
  const whole = play(events)

  it('is plain data, and is the same from a snapshot at any point plus the tail', () => {
    expect(written(whole)).toEqual(whole)
    for (let round = 0; round < 3; round++) {
      const at = pick(events.length + 1)
      expect(play(events.slice(at), written(play(events.slice(0, at))))).toEqual(whole)
    }
  })

  it('is the same when a reader comes back and is told a stretch of the log again', () => {
    const log = events.map((event, index) => ({ ...event, seq: index + 1 }))
    const logged = play(log)
    expect({ ...logged, seq: 0 }).toEqual(whole)
    for (let round = 0; round < 3; round++) {
      const to = pick(events.length + 1)
      const again = log.slice(pick(to + 1), to)
      expect(play(log.slice(to), play(again, play(log.slice(0, to))))).toEqual(logged)
    }
  })

  it('is the same when lines are told again, one by one and late', () => {
    const repeated = events.flatMap((event, index) => {
      const earlier = events[pick(index + 1)]
      const isRepeated = earlier !== undefined && hasName(earlier) && random() < 0.3
      return isRepeated && isInTurn(events, earlier, index) ? [event, earlier] : [event]
    })
    expect(play(repeated)).toEqual(whole)
  })

  it('is the same when it is folded again from what is kept of the events', () => {
    const at = pick(events.length + 1)
    const kept = (until: number) => ({ ...play(forgetDrafts(events.slice(0, until))), counted: null })
    expect(kept(events.length)).toEqual({ ...whole, counted: null })
    expect(kept(at)).toEqual({ ...play(events.slice(0, at)), counted: null })
  })

  it('gives an overview and an inbox that are small and plain data at every step', () => {
    let state = initialState
    for (const event of events) {
      state = fold(state, event)
      const facts = { overview: toOverview(state), inbox: toInbox(state) }
      const text = JSON.stringify(facts)
      expect(JSON.parse(text)).toEqual(facts)
      expect(text.length).toBeLessThan(60_000)
      expect(facts.inbox.filter((item) => 'requestId' in item).length).toBe(state.approvals.length)
    }
  })

  it('gives the same rows step by step as at once, and every step keeps what it does not change', () => {
    let state = initialState
    let shown: readonly Row[] = []
    for (const event of events) {
      // An older state must read as it was: whatever would change it, or the event, in place throws.
      state = frozen(fold(state, frozen(event)))
      shown = rows(state, { previous: shown })
      if (pick(10) === 0) expect(shown).toEqual(rows(state))
    }
    expect(shown).toEqual(rows(state))
    expect(new Set(shown.map((row) => row.key)).size).toBe(shown.length)
  })
})

/** What is frozen has been frozen to the bottom: states share nearly everything. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** A line without an id, such as a title, cannot be told from a newer one of the same words. */
function hasName(event: SessionEvent): boolean {
  return event.kind === 'message' && ('uuid' in event.message || event.message.type.startsWith('control_'))
}

/** A stream event is known again within its turn, and as long as its message is the one that is written. */
function isInTurn(events: readonly SessionEvent[], event: SessionEvent, index: number): boolean {
  if (event.kind !== 'message' || event.message.type !== 'stream_event') return true
  const between = events.slice(events.indexOf(event), index + 1)
  return between.every((each) => each.kind === 'message' && each.message.type !== 'result')
}
