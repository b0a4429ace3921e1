import { describe, expect, it } from 'vitest'
import { DeltaTracker } from './delta-tracker.ts'

const event = (type: string, parent?: string) => ({
  type: 'stream_event',
  event: { type },
  parent_tool_use_id: parent ?? null,
})

describe('records of no more use', () => {
  it('are the pieces of a message, once it is complete, and not before', () => {
    const tracker = new DeltaTracker()
    const gone = ['message_start', 'content_block_start', 'content_block_delta', 'content_block_delta'].map(
      (type, index) => tracker.take(index + 1, event(type)),
    )
    expect(gone.flat()).toEqual([])
    expect(tracker.take(5, event('message_stop'))).toEqual([3, 4])
    expect(tracker.take(6, event('message_stop'))).toEqual([])
  })

  it('are told apart where a subagent speaks in between', () => {
    const tracker = new DeltaTracker()
    tracker.take(1, event('message_start'))
    tracker.take(2, event('message_start', 'agent'))
    tracker.take(3, event('content_block_delta'))
    tracker.take(4, event('content_block_delta', 'agent'))
    expect(tracker.take(5, event('message_stop', 'agent'))).toEqual([4])
    expect(tracker.take(6, event('message_stop'))).toEqual([3])
  })

  it('are not the pieces of a message that was cut off', () => {
    const tracker = new DeltaTracker()
    tracker.take(1, event('message_start'))
    tracker.take(2, event('content_block_delta'))
    tracker.take(3, event('message_start'))
    tracker.take(4, event('content_block_delta'))
    expect(tracker.take(5, event('message_stop'))).toEqual([4])
  })

  it('are signs of life, and every snapshot but the newest', () => {
    const tracker = new DeltaTracker()
    const snapshot = { type: 'keeper', subtype: 'snapshot' }
    expect(tracker.take(1, { type: 'keep_alive' })).toEqual([1])
    expect(tracker.take(2, snapshot)).toEqual([])
    expect(tracker.take(3, snapshot)).toEqual([2])
  })
})
