import { describe, expect, it } from 'vitest'
import dropped from '../../faults/rows/recovery/r1-dropped-clients.ts'
import load from '../../faults/rows/recovery/r5-load.ts'
import slow from '../../faults/rows/recovery/r6-slow-clients.ts'
import once from '../../faults/rows/recovery/r12-sockets.ts'
import oldPage from '../../faults/rows/recovery/r16-old-page.ts'

const QUICK = { quick: true, seed: 7 }

/** The outcomes of the rows, a share of each; what they measure is judged in `npm run faults` alone. */
describe('the sockets of a server', () => {
  it('R1: leave every client with the same state, whenever it was cut off', { timeout: 180_000 }, async () => {
    const { figures } = await dropped.run(QUICK)
    expect(figures).toMatchObject({ cuts: 200, schedules: 15, wrong: 0 })
    expect(figures.drops).toBeGreaterThan(15)
  })

  it('R5: deliver everything to all who look at many sessions', { timeout: 120_000 }, async () => {
    expect((await load.run(QUICK)).figures.share).toBe(1)
  })

  it('R6: hold little for those who do not read, and tell them', { timeout: 120_000 }, async () => {
    const { figures } = await slow.run(QUICK)
    expect(figures.wrong).toBe(0)
  })

  it('R12: take a message once, however often it is sent', { timeout: 180_000 }, async () => {
    expect((await once.run(QUICK)).figures).toEqual({ drops: 7, wrong: 0 })
  })

  it('R16: ask a page of another version to load itself again', async () => {
    expect((await oldPage.run()).figures).toEqual({ wrong: 0 })
  })
})
