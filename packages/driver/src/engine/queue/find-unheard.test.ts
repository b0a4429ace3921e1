import { describe, expect, it } from 'vitest'
import { noFacts } from '../facts/session-facts.ts'
import { findUnheard } from './find-unheard.ts'

describe('prompts that an earlier process may not have read', () => {
  const facts = {
    ...noFacts,
    sent: { p: { message: { content: 'P' } }, q: { message: { content: 'Q' } }, r: { message: { content: 'R' } } },
    queue: [{ uuid: 'r', content: 'R', at: '' }],
  }

  it('are those that neither the transcript has nor the queue', () => {
    expect(findUnheard(facts, (uuid) => uuid === 'p', 'now')).toEqual([{ uuid: 'q', content: 'Q', at: 'now' }])
  })

  it('are also those that it has told of and not written down, where one can look', () => {
    const begun = { ...noFacts, unfinished: { p: { message: { content: 'P' } } } }
    expect(findUnheard(begun, () => false, 'now')).toHaveLength(1)
    expect(findUnheard(begun, () => true, 'now')).toEqual([])
    expect(findUnheard(begun, undefined, 'now')).toEqual([])
  })
})
