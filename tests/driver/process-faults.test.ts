import { describe, expect, it } from 'vitest'
import exits from '../../faults/rows/recovery/r3-process.ts'
import longLines from '../../faults/rows/recovery/r7-long-lines.ts'
import badClis from '../../faults/rows/recovery/r13-bad-cli.ts'
import leftBehind from '../../faults/rows/recovery/r14-left-behind.ts'

const QUICK = { quick: true, seed: 14 }

/** The outcomes of the rows; what they measure is judged in `npm run faults` alone. */
describe('a process of the CLI', () => {
  it('R3: says why it ended, or that it was suspended', async () => {
    expect((await exits.run()).figures).toMatchObject({ wrong: 0 })
  })

  it('R7: gives what comes behind a line that is too long, and reads large ones in a thread', async () => {
    expect((await longLines.run(QUICK)).figures).toMatchObject({ read: 8, oversizeBytes: 128 * 1024 * 1024 })
  })

  it('R13: a CLI that is none is told with what to do', async () => {
    expect(await badClis.run()).toMatchObject({ passed: true, found: 'all 5 cases' })
  })

  it('R14: leaves nothing behind', async () => {
    expect((await leftBehind.run(QUICK)).figures).toEqual({ cycles: 12, started: 48, left: 0 })
  })
})
