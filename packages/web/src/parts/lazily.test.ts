import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { lazily, loadPatiently } from './lazily.ts'

describe('a part that is loaded later', () => {
  it('has its place kept until it is there, and is drawn at once from then on', async () => {
    const Part = lazily(
      async () => ({ default: ({ name }: { name: string }) => `${name} is here` }),
      ({ name }) => `${name} is coming`,
    )
    const draw = () => renderToStaticMarkup(createElement(Part, { name: 'It' }))
    expect(draw()).toBe('It is coming')
    await Part.load()
    expect(draw()).toBe('It is here')
  })

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
