import { describe, expect, it } from 'vitest'
import { chooseStart, type TranscriptState } from './choose-start.ts'
import { noFacts, type SessionFacts } from './facts/session-facts.ts'

describe('a new process', () => {
  const begun = { ...noFacts, sessionIds: ['A'], hasTranscript: true }
  const died = { ...noFacts, sessionIds: ['A'] }
  const cases: [string, SessionFacts, TranscriptState | undefined, boolean][] = [
    ['begins, the first time', noFacts, 'some', true],
    ['goes on, where one was heard', begun, undefined, false],
    ['begins again, where none was ever heard', died, undefined, true],
    ['goes on with a transcript that nobody was told of', died, 'some', false],
    ['begins again, where what was told of is not on the disk', begun, 'none', true],
  ]
  it.each(cases)('%s', (_, facts, found, isFirst) => {
    const findTranscript = found && (() => found)
    expect(chooseStart(facts, { sessionId: 'A', findTranscript })).toEqual({ sessionId: 'A', isFirst })
  })

  it('resumes as its options say, until it was heard', () => {
    const knowledge = { sessionId: 'A', resume: true, findTranscript: () => 'some' as const }
    expect(chooseStart(died, knowledge).isFirst).toBe(true)
    expect(chooseStart(begun, knowledge).isFirst).toBe(false)
  })

  it('begins under another id, where the file of this one has no message', () => {
    const { sessionId, isFirst } = chooseStart(begun, { sessionId: 'A', findTranscript: () => 'empty' })
    expect([sessionId === 'A', isFirst]).toEqual([false, true])
  })
})
