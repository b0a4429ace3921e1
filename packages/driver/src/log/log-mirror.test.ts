import { describe, expect, it } from 'vitest'
import { findAfter, LogMirror } from './log-mirror.ts'

const event = (type: string) => ({ type: 'stream_event', event: { type } })

describe('a log in memory', () => {
  it('gives what is behind a number, at least one record, and not much more than asked for', () => {
    const mirror = new LogMirror()
    for (const seq of [2, 5, 9]) mirror.add(seq, `line ${seq}`, {})
    expect(mirror.readAfter(0, 1)).toEqual(['line 2'])
    expect(mirror.readAfter(2, 100)).toEqual(['line 5', 'line 9'])
    expect(mirror.readAfter(9, 100)).toEqual([])
    expect(mirror.lastSeq).toBe(9)
  })

  it('drops pieces of whole messages, thousands of them, and keeps the others in order', () => {
    const mirror = new LogMirror()
    let seq = 0
    const add = (type: string) => mirror.add(++seq, `${seq}`, event(type))
    for (let message = 0; message < 3; message += 1) {
      add('message_start')
      for (let piece = 0; piece < 700; piece += 1) add('content_block_delta')
      add('message_stop')
    }
    expect(mirror.readAfter(0, 1e9)).toEqual(['1', '702', '703', '1404', '1405', '2106'])
    expect(mirror.readAfter(1404, 1e9)).toEqual(['1405', '2106'])
  })

  it('knows its newest number when it is cleared', () => {
    const mirror = new LogMirror()
    mirror.add(3, 'x', {})
    mirror.clear()
    expect([mirror.readAfter(0, 9), mirror.lastSeq]).toEqual([[], 3])
  })
})

it.each([
  [0, 0],
  [2, 1],
  [3, 1],
  [9, 3],
])('the first place behind %i is %i', (seq, place) => {
  expect(findAfter([2, 5, 9], seq)).toBe(place)
})
