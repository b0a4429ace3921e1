import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InterruptWatch } from './interrupt-watch.ts'

const answer = { type: 'control_response', response: { request_id: 'i' } }

describe('an interrupt', () => {
  let hangs: number
  let watch: InterruptWatch
  beforeEach(() => {
    vi.useFakeTimers()
    hangs = 0
    watch = new InterruptWatch(() => hangs++, { answerMs: 100, endMs: 1000 })
    watch.begin('i')
  })
  afterEach(() => {
    watch.end()
    vi.useRealTimers()
  })

  it('hangs, once, when nobody answers it', () => {
    vi.advanceTimersByTime(99)
    expect(hangs).toBe(0)
    vi.advanceTimersByTime(5000)
    expect(hangs).toBe(1)
  })

  it('hangs when it is answered and the turn goes on for too long', () => {
    vi.advanceTimersByTime(50)
    watch.hear(answer, true)
    vi.advanceTimersByTime(999)
    expect(hangs).toBe(0)
    vi.advanceTimersByTime(1)
    expect(hangs).toBe(1)
  })

  it('is not answered by an answer to something else', () => {
    watch.hear({ type: 'control_response', response: { request_id: 'other' } }, true)
    vi.advanceTimersByTime(100)
    expect(hangs).toBe(1)
  })

  it('is over when the turn is, or when nobody waits for it', () => {
    watch.hear({ type: 'result' }, false)
    vi.advanceTimersByTime(5000)
    watch.begin('j')
    watch.end()
    vi.advanceTimersByTime(5000)
    expect(hangs).toBe(0)
  })
})
