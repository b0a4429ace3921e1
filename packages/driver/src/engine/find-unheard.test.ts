import { describe, expect, it } from 'vitest'
import { findUnheard } from './find-unheard.ts'
import { goesOn } from './goes-on.ts'
import { noFacts, type SessionFacts } from './session-facts.ts'

describe('prompts that an earlier process may not have read', () => {
  const facts = {
    ...noFacts,
    sent: { p: { message: { content: 'P' } }, q: { message: { content: 'Q' } }, r: { message: { content: 'R' } } },
    queue: [{ uuid: 'r', content: 'R', at: '' }],
  }

  it('are those that neither the transcript has nor the queue', () => {
    expect(findUnheard(facts, (uuid) => uuid === 'p', 'now')).toEqual([{ uuid: 'q', content: 'Q', at: 'now' }])
  })
})

describe('a new process', () => {
  const begun = { ...noFacts, sessionIds: ['A'], hasTranscript: true }
  const died = { ...noFacts, sessionIds: ['A'] }

  const cases: [string, SessionFacts, Parameters<typeof goesOn>[2], boolean][] = [
    ['begins, the first time', noFacts, {}, false],
    ['goes on, where one was heard', begun, {}, true],
    ['begins again, where none was ever heard', died, {}, false],
    ['goes on with a transcript that nobody was told of', died, { hasTranscript: () => true }, true],
    ['begins again, where what was told of is not on the disk', begun, { hasTranscript: () => false }, false],
    ['resumes as its options say, until it was heard', died, { resume: true, hasTranscript: () => true }, false],
  ]
  it.each(cases)('%s', (_, facts, knowledge, expected) => {
    expect(goesOn(facts, 'A', knowledge)).toBe(expected)
  })
})
