import { describe, expect, it } from 'vitest'
import killedHost from '../../faults/rows/recovery/r2-host.ts'
import killedCli from '../../faults/rows/recovery/r3-session.ts'
import killedKeeper from '../../faults/rows/recovery/r4-keeper.ts'
import once from '../../faults/rows/recovery/r12-once.ts'
import oldKeeper from '../../faults/rows/recovery/r16-old-keeper.ts'

const QUICK = { quick: true, seed: 4 }

/** The outcomes of the rows, a share of each; what they measure is judged in `npm run faults` alone. */
describe('a session with a keeper', () => {
  it('R2: outlives the host that is killed around an approval', { timeout: 180_000 }, async () => {
    expect((await killedHost.run(QUICK)).figures).toMatchObject({ kills: 5, wrong: 0 })
  })

  it('R3: tells what became of its CLI, and goes on with one message', { timeout: 180_000 }, async () => {
    expect((await killedCli.run(QUICK)).figures).toMatchObject({ cases: 5, wrong: 0 })
  })

  it('R4: loses nothing that was acknowledged when its keeper is killed, or its log is cut', {
    timeout: 180_000,
  }, async () => {
    expect((await killedKeeper.run(QUICK)).figures).toEqual({ kills: 5, cuts: 200, wrong: 0 })
  })

  it('R12: gives a message to the CLI once, however often it is sent', { timeout: 180_000 }, async () => {
    expect((await once.run(QUICK)).figures).toEqual({ drops: 10, wrong: 0 })
  })

  it('R16: is understood by hosts of another version, or ended by them', { timeout: 180_000 }, async () => {
    expect((await oldKeeper.run()).figures).toEqual({ wrong: 0 })
  })
})
