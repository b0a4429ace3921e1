import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReadingStage } from '../../faults/reading-stage.ts'
import { fuzzPaths } from '../../faults/rows/security/s5-paths.ts'

let stage: ReadingStage
beforeAll(async () => {
  stage = await ReadingStage.set({ sessions: 8, bytes: 400_000 })
})
afterAll(() => stage.clear())

describe('paths that lead elsewhere', () => {
  it('show nothing outside the roots, and nothing hangs (S5, a share, seed 1)', async () => {
    const { requests, leaks, hangs, crashes } = await fuzzPaths(stage, { seed: 1, count: 200 })
    expect(requests).toBeGreaterThan(600)
    expect({ leaks, hangs, crashes }).toEqual({ leaks: [], hangs: [], crashes: [] })
    expect((await stage.ask('/api/health')).status).toBe(200)
  })
})
