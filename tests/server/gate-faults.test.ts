import { describe, expect, it } from 'vitest'
import credentials from '../../faults/rows/security/s1-credentials.ts'
import hostsAndOrigins from '../../faults/rows/security/s2-hosts-and-origins.ts'
import hostilePage from '../../faults/rows/security/s3-hostile-page.ts'
import pairing from '../../faults/rows/security/s4-pairing.ts'
import connections from '../../faults/rows/security/s11-connections.ts'
import atRest from '../../faults/rows/security/s12-secrets-at-rest.ts'

const QUICK = { quick: true, seed: 3 }

/** The outcomes of the rows, a share of each; what they measure is judged in `npm run faults` alone. */
describe('the gate', () => {
  it('S1: lets nobody in without a credential, at any route or socket that there is', async () => {
    expect(await credentials.run()).toMatchObject({
      found: expect.stringContaining('none let in'),
      figures: { open: 2, wrong: 0 },
    })
  })

  it('S2: takes no host and no origin but its own', async () => {
    expect(await hostsAndOrigins.run(QUICK)).toMatchObject({
      found: expect.stringContaining('no other'),
      figures: { wrong: 0 },
    })
  })

  it('S3: gives a hostile page nothing to read and nothing to do', async () => {
    expect(await hostilePage.run(QUICK)).toMatchObject({
      found: expect.stringContaining('nothing read or done'),
      figures: { wrong: 0 },
    })
  })

  it('S4: pairs once, for a while, without guesses, and ends what was revoked', async () => {
    expect(await pairing.run(QUICK)).toMatchObject({
      found: expect.stringContaining('all 7 cases'),
      figures: { wrong: 0 },
    })
  })

  it('S11: is not held up by who never comes to an end', async () => {
    expect((await connections.run(QUICK)).figures).toMatchObject({ halfOpen: 50, wrong: 0 })
  })

  it('S12: keeps its secrets to their owner, whatever the umask', async () => {
    expect(await atRest.run()).toMatchObject({ found: expect.stringContaining('all private'), figures: { wrong: 0 } })
  })
})
