import { describe, expect, it } from 'vitest'
import { Rounds } from './rounds.ts'

function createWork() {
  const ends: (() => void)[] = []
  const rounds = new Rounds(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { rounds, ends }
}

describe('Rounds', () => {
  it('begins at once when nothing is under way', async () => {
    const { rounds, ends } = createWork()
    const asked = rounds.ask()
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await asked
    const again = rounds.ask()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await again
  })

  it('gives those who ask meanwhile one round that begins afterwards', async () => {
    const { rounds, ends } = createWork()
    const first = rounds.ask()
    const told: string[] = []
    const others = [rounds.ask(), rounds.ask()].map((asked, index) => asked.then(() => told.push(`other ${index}`)))
    ends[0]?.()
    await first
    await Promise.resolve()
    expect(ends).toHaveLength(2)
    expect(told).toEqual([])
    ends[1]?.()
    await Promise.all(others)
    expect(told).toEqual(['other 0', 'other 1'])
    expect(ends).toHaveLength(2)
  })

  it('never runs two at a time, whenever somebody asks', async () => {
    let running = 0
    let most = 0
    const rounds = new Rounds(async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
    })
    const asked: Promise<void>[] = []
    for (let turn = 0; turn < 200; turn++) {
      asked.push(rounds.ask())
      if (turn % 3 === 0) await Promise.resolve()
    }
    await Promise.all(asked)
    expect(most).toBe(1)
  })

  it('goes on after a round that failed', async () => {
    let round = 0
    const rounds = new Rounds(async () => {
      if (round++ === 0) throw new Error('broken')
    })
    const failed = rounds.ask()
    const next = rounds.ask()
    await expect(failed).rejects.toThrow('broken')
    await next
    await rounds.ask()
    expect(round).toBe(3)
  })
})
