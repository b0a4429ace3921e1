import { describe, expect, it, vi } from 'vitest'
import { Recaller } from './recaller.ts'

describe('earlier prompts', () => {
  const stage = () => {
    const asked = Promise.withResolvers<readonly string[]>()
    const find = vi.fn(() => asked.promise)
    return { recaller: new Recaller(), prompts: { here: ['newest', 'older'], find }, find, asked }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))

  it('comes back step by step, first of this session, then of the project, and what was typed at the end', async () => {
    const { recaller, prompts, asked } = stage()
    expect(recaller.step('typed', 1, prompts)).toBe('newest')
    expect(recaller.step('newest', 1, prompts)).toBe('older')
    expect(recaller.step('older', 1, prompts)).toBeNull()
    asked.resolve(['older', 'oldest'])
    await settled()
    expect(recaller.step('older', 1, prompts)).toBe('oldest')
    expect(recaller.isRecalling).toBe(true)
    for (const text of ['older', 'newest', 'typed']) expect(recaller.step('', -1, prompts)).toBe(text)
    expect(recaller.isRecalling).toBe(false)
    expect(recaller.step('typed', -1, prompts)).toBeNull()
  })

  it('is what was cleared, once', () => {
    const { recaller, prompts } = stage()
    recaller.noteCleared('a draft')
    expect(recaller.step('', 1, prompts)).toBe('a draft')
    expect(recaller.step('', 1, prompts)).toBe('newest')
  })

  it('is what other words took the place of, as long as those stand there as they came', () => {
    const { recaller, prompts } = stage()
    recaller.noteCleared('a draft', 'newest')
    expect(recaller.cleared).toBe('a draft')
    expect(recaller.step('newest', 1, prompts)).toBe('a draft')
    expect(recaller.cleared).toBe('')
    recaller.noteCleared('a draft', 'newest')
    expect(recaller.step('newest, changed', 1, prompts)).toBe('newest')
    expect(recaller.step('newest', 1, prompts)).toBe('older')
    recaller.stop()
    expect(recaller.step('', 1, prompts)).toBe('a draft')
  })

  it('is asked for once, and again where that failed', async () => {
    const { recaller, find } = stage()
    const prompts = { here: [], find: find.mockRejectedValueOnce(new Error('offline')) }
    expect([recaller.step('', 1, prompts), recaller.step('', 1, prompts)]).toEqual([null, null])
    expect(find).toHaveBeenCalledTimes(1)
    await settled()
    expect(recaller.step('', 1, prompts)).toBeNull()
    expect(find).toHaveBeenCalledTimes(2)
  })

  it('is waited for, but not once something else was done', async () => {
    const reach = [
      (_: Recaller) => undefined,
      (recaller: Recaller) => recaller.stop(),
      (recaller: Recaller) => recaller.noteCleared('typed meanwhile'),
      (recaller: Recaller) => recaller.step('', -1, { here: [], find: async () => [] }),
    ]
    const isCalled = reach.map(async (act) => {
      const { recaller, asked, find } = stage()
      expect(recaller.step('', 1, { here: [], find })).toBeNull()
      const call = vi.fn()
      recaller.whenFound(call)
      act(recaller)
      asked.resolve(['found'])
      await settled()
      return call.mock.calls.length
    })
    expect(await Promise.all(isCalled)).toEqual([1, 0, 0, 0])
  })

  it('is not waited for where nobody looks', async () => {
    const { recaller } = stage()
    const call = vi.fn()
    recaller.whenFound(call)
    await settled()
    expect(call).not.toHaveBeenCalled()
  })
})
