import { describe, expect, it } from 'vitest'
import { loadPatiently } from './lazily.ts'

describe('a part that is loaded later', () => {
  it('is tried again while the server is away, less and less often', async () => {
    const waits: number[] = []
    let tries = 0
    const load = async () => {
      tries += 1
      if (tries < 7) throw new TypeError('Failed to fetch')
      return 'the part'
    }
    expect(await loadPatiently(load, async (ms) => waits.push(ms))).toBe('the part')
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 5000])
  })

  it('is given up in the end, with the reason', async () => {
    let waited = 0
    const load = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(loadPatiently(load, async (ms) => (waited += ms))).rejects.toThrow('Failed to fetch')
    expect(waited).toBeGreaterThan(60_000)
  })
})
