import { describe, expect, it } from 'vitest'
import hostileText from '../../faults/rows/security/s8-hostile-text.ts'
import unseenText from '../../faults/rows/security/s9-unseen-text.ts'

const QUICK = { quick: true, seed: 5 }

/** The outcomes of the rows, a share of each. */
describe('the page before a hostile session', () => {
  it('S8: runs nothing, loads nothing and reports nothing, with its policy and without', {
    timeout: 180_000,
  }, async () => {
    expect(await hostileText.run(QUICK)).toMatchObject({
      found: expect.stringContaining('nothing ran or left'),
      figures: { wrong: 0 },
    })
  })

  it('S9: shows what hides, and lets nothing be allowed before its end was seen', { timeout: 120_000 }, async () => {
    expect(await unseenText.run(QUICK)).toMatchObject({
      found: expect.stringContaining('allowed only when seen'),
      figures: { wrong: 0 },
    })
  })
})
