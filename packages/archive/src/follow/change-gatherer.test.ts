import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChangeGatherer } from './change-gatherer.ts'
import type { SessionChanges } from './follow-event.ts'

let told: SessionChanges[]
let gatherer: ChangeGatherer
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  gatherer = new ChangeGatherer(250, (changes) => told.push(changes))
})
afterEach(() => {
  gatherer.close()
  vi.useRealTimers()
})

function say(change: keyof SessionChanges, ...sessionIds: string[]): void {
  gatherer.add(change, sessionIds)
  gatherer.flush()
}

describe('ChangeGatherer', () => {
  it('tells the first at once, and of many that follow one after the other', () => {
    say('changed', 'a')
    expect(told).toEqual([{ added: [], changed: ['a'], removed: [] }])
    for (let line = 0; line < 100; line++) say('changed', 'a')
    say('changed', 'b')
    expect(told).toHaveLength(1)
    vi.advanceTimersByTime(250)
    expect(told[1]).toEqual({ added: [], changed: ['a', 'b'], removed: [] })
    vi.advanceTimersByTime(1000)
    expect(told).toHaveLength(2)
    say('changed', 'a')
    expect(told).toHaveLength(3)
  })

  it.each([
    [['added', 'changed'], 'added'],
    [['changed', 'removed'], 'removed'],
    [['removed', 'added'], 'changed'],
    [['added', 'removed'], 'removed'],
  ] as const)('takes %j for %s', (changes, expected) => {
    say('changed', 'first')
    for (const change of changes) say(change, 'a')
    vi.advanceTimersByTime(250)
    expect(told[1]).toEqual({ added: [], changed: [], removed: [], [expected]: ['a'] })
  })

  it('tells nothing after its end', () => {
    say('changed', 'a')
    say('changed', 'b')
    gatherer.close()
    vi.advanceTimersByTime(1000)
    expect(told).toHaveLength(1)
  })
})
