import { describe, expect, it } from 'vitest'
import { Holds } from './holds.ts'

describe('holds', () => {
  it('say that one holds, and let it go on', async () => {
    const holds = new Holds()
    const held = holds.hold(new Promise(() => undefined))
    await holds.whenHeld()
    holds.release()
    await expect(held).resolves.toBeUndefined()
  })

  it('let go of one whom nobody hears any more', async () => {
    await expect(new Holds().hold(Promise.resolve())).resolves.toBeUndefined()
  })

  it('fail when none comes, instead of hanging', async () => {
    await expect(new Holds().whenHeld(10)).rejects.toThrow('No reply was held in 10 ms')
  })
})
