import type { SessionRow } from '@quarterdeck/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChangeFeed } from './change-feed.ts'
import { type RowChanges, RowFeed } from './row-feed.ts'

describe('changes of sessions', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are told at once, together, and then no more than four times a second for each', () => {
    const told: string[][] = []
    const feed = new ChangeFeed((ids) => told.push(ids))
    feed.note('a', 'b')
    feed.note('a')
    vi.advanceTimersByTime(0)
    expect(told).toEqual([['a', 'b']])
    for (let ms = 0; ms < 1000; ms += 10) {
      feed.note('a')
      vi.advanceTimersByTime(10)
    }
    expect(told.length).toBeGreaterThanOrEqual(4)
    expect(told.length).toBeLessThanOrEqual(5)
    feed.note('b')
    vi.advanceTimersByTime(0)
    expect(told.at(-1)).toEqual(['b'])
    feed.close()
  })
})

describe('rows that have changed', () => {
  const row = (more: Partial<SessionRow> = {}) =>
    ({ sessionId: 'a', status: 'idle', modified: '1', ...more }) as SessionRow

  function listen() {
    const feed = new RowFeed()
    const told: RowChanges[] = []
    feed.listen((changes) => told.push(changes))
    return { feed, told }
  }

  it('are told when there is something to see, and not for every word that is said', () => {
    const { feed, told } = listen()
    feed.tell(['a'], () => row(), 0)
    feed.tell(['a'], () => row({ modified: '2' }), 100)
    expect(told).toHaveLength(1)
    feed.tell(['a'], () => row({ modified: '3', status: 'working' }), 200)
    feed.tell(['a'], () => row({ modified: '4', status: 'working' }), 6000)
    expect(told.flatMap(({ changed }) => changed.map(({ modified }) => modified))).toEqual(['1', '3', '4'])
  })

  it('are gone when the session is, or when it is listed under another id', () => {
    const { feed, told } = listen()
    feed.tell(['a', 'b'], (id) => (id === 'b' ? row() : null), 0)
    expect(told).toEqual([{ changed: [row()], gone: ['a', 'b'] }])
  })
})
