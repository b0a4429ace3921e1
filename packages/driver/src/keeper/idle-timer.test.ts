import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdleTimer } from './idle-timer.ts'

let ended: number
beforeEach(() => {
  vi.useFakeTimers()
  ended = 0
})
afterEach(() => void vi.useRealTimers())

it('counts from when the rest began, and not anew at every word', () => {
  const timer = new IdleTimer(1000, () => ended++)
  timer.set(true)
  vi.advanceTimersByTime(900)
  timer.set(true)
  vi.advanceTimersByTime(100)
  expect(ended).toBe(1)
})

it('begins again after work', () => {
  const timer = new IdleTimer(1000, () => ended++)
  timer.set(true)
  vi.advanceTimersByTime(900)
  timer.set(false)
  timer.set(true)
  vi.advanceTimersByTime(900)
  expect(ended).toBe(0)
})

it('never ends what is to rest for ever', () => {
  new IdleTimer(null, () => ended++).set(true)
  vi.advanceTimersByTime(1e9)
  expect(ended).toBe(0)
})
