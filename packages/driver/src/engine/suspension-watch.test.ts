import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SuspensionWatch } from './suspension-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells of a suspended process and of its going on, each once, and only while it is at work', () => {
  let isSuspended = true
  const told: boolean[] = []
  const watch = new SuspensionWatch(
    () => isSuspended,
    (now) => told.push(now),
  )
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([])
  watch.set(true)
  watch.set(true)
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([true])
  isSuspended = false
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([true, false])
  watch.set(false)
  isSuspended = true
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([true, false])
})
