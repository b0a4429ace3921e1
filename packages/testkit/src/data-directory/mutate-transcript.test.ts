import { expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { mutateTranscript } from './mutate-transcript.ts'

const LINES = Array.from({ length: 12 }, (_, index) =>
  JSON.stringify({ type: 'user', index, text: `行 ${'x'.repeat(index * 7)}` }),
)
const TRANSCRIPT = Buffer.from(`${LINES.join('\n')}\n`)

function count(bytes: Buffer): { intact: number; damaged: number } {
  const counts = { intact: 0, damaged: 0 }
  for (const text of bytes.toString('utf8').split('\n')) {
    if (text === '') continue
    try {
      JSON.parse(text)
      counts.intact++
    } catch {
      counts.damaged++
    }
  }
  return counts
}

it('knows how many lines of a damaged transcript can still be read', () => {
  const random = createRandom(3)
  for (let round = 0; round < 3000; round++) {
    const { bytes, intactLines, damagedLines } = mutateTranscript(TRANSCRIPT, random)
    expect(count(bytes)).toEqual({ intact: intactLines, damaged: damagedLines })
  }
})

it('damages the same way for the same random', () => {
  const [one, other] = [mutateTranscript(TRANSCRIPT, createRandom(5)), mutateTranscript(TRANSCRIPT, createRandom(5))]
  expect(one).toEqual(other)
})

it('bears an empty transcript', () => {
  expect(mutateTranscript(Buffer.alloc(0), createRandom(1))).toMatchObject({ intactLines: 0, damagedLines: 0 })
})
