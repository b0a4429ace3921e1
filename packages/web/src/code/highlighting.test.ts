import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CodeLines } from './highlight.ts'
import { Highlighting, withRest } from './highlighting.ts'

const PIECES = 500
const FRAME_MS = 16

/** A worker that takes so long for each text. */
function createStage(jobMs: number) {
  const jobs: { code: string; isKept: boolean }[] = []
  const found: string[] = []
  let atOnce = 0
  let most = 0
  const highlighting = new Highlighting({
    async ask({ code }, { isKept }) {
      jobs.push({ code, isKept })
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setTimeout(resolve, jobMs))
      atOnce--
      return [[[code, null]]] satisfies CodeLines
    },
    tell: ({ code }) => found.push(code),
  })
  return { jobs, found, highlighting, getMost: () => most }
}

describe('code that is being written', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is coloured when it rests, and not at every piece: 2 jobs for 500 pieces', async () => {
    const { jobs, found, highlighting } = createStage(40)
    let code = ''
    for (let piece = 0; piece < PIECES; piece++) {
      code += `line ${piece}\n`
      highlighting.show({ code, language: 'ts' })
      await vi.advanceTimersByTimeAsync(FRAME_MS)
    }
    await vi.advanceTimersByTimeAsync(1000)
    // Asked at every piece, as it was before, it would be one job each.
    expect(jobs.length / PIECES).toBe(2 / 500)
    expect(found).toEqual(['line 0\n', code])
    // What was there when it was first drawn may be all there is, and is kept for the next time; what it grew to is not.
    expect(jobs.map(({ isKept }) => isKept)).toEqual([true, false])
  })

  it('has one job at a time, however long that takes, and the newest text in the end', async () => {
    const { jobs, found, highlighting, getMost } = createStage(5000)
    for (const code of ['a', 'ab', 'abc']) {
      highlighting.show({ code, language: 'ts' })
      await vi.advanceTimersByTimeAsync(400)
    }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(getMost()).toBe(1)
    expect(jobs.map(({ code }) => code)).toEqual(['a', 'abc'])
    expect(found).toEqual(['a', 'abc'])
  })

  it('that is drawn no more is asked about no more', async () => {
    const { jobs, found, highlighting } = createStage(40)
    highlighting.show({ code: 'a', language: 'ts' })
    highlighting.show({ code: 'ab', language: 'ts' })
    highlighting.stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(jobs).toHaveLength(1)
    expect(found).toEqual([])
  })

  it('keeps its colours, with what came since behind them as it is', () => {
    const lines: CodeLines = [[['const', 'keyword']], [['a', null]]]
    expect(withRest(lines, '')).toEqual(lines)
    expect(withRest(lines, 'bc\nd\n')).toEqual([
      [['const', 'keyword']],
      [
        ['a', null],
        ['bc', null],
      ],
      [['d', null]],
      [['', null]],
    ])
  })
})
