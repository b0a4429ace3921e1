import type { Row } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { findNewWords } from './find-new-words.ts'

const text = (key: string, words: string, isDraft?: true): Row => ({
  kind: 'text',
  key,
  text: words,
  ...(isDraft && { isDraft }),
})

describe('what is said aloud', () => {
  it('is each finished message once, and no piece of one', () => {
    const first = findNewWords([text('a', 'Old')], null)
    expect(first.text).toBe('')
    const drafting = findNewWords([text('a', 'Old'), text('b', 'New wor', true)], first.known)
    expect(drafting.text).toBe('')
    const done = findNewWords([text('a', 'Old'), text('b', 'New words')], drafting.known)
    expect(done.text).toBe('Claude: New words')
    expect(findNewWords([text('a', 'Old'), text('b', 'New words')], done.known).text).toBe('')
  })

  it('is nothing that was said before, when older messages are loaded', () => {
    const { known } = findNewWords([text('c', 'Known')], null)
    const older = findNewWords([text('a', 'Oldest'), text('b', 'Older'), text('c', 'Known')], known)
    expect(older.text).toBe('')
    const both = [text('z', 'Oldest of all'), text('a', 'Oldest'), text('b', 'Older'), text('c', 'Known')]
    expect(findNewWords([...both, text('d', 'New')], older.known).text).toBe('Claude: New')
  })

  it('is nothing of another branch that is looked at, nor of the current one when one comes back', () => {
    const current = [text('a', 'Begun'), text('b', 'Left'), text('c', 'Further left')]
    const first = findNewWords(current, null)
    const other = findNewWords([text('a', 'Begun'), text('d', 'Right'), text('e', 'Further right')], first.known)
    expect(other.text).toBe('')
    const shorter = findNewWords([text('a', 'Begun')], other.known)
    const back = findNewWords(current, shorter.known)
    expect([shorter.text, back.text]).toEqual(['', ''])
    expect(findNewWords([...current, text('f', 'New')], back.known).text).toBe('Claude: New')
  })

  it('is what was being written once it is whole, also where something stands behind it already', () => {
    const prompt: Row = { kind: 'user', key: 'u', entry: { kind: 'user', id: 'u', text: 'Go on' } } as Row
    const first = findNewWords([text('a', 'Old')], null)
    const drafting = findNewWords([text('a', 'Old'), text('b', 'New wor', true), prompt], first.known)
    expect(findNewWords([text('a', 'Old'), text('b', 'New words'), prompt], drafting.known).text).toBe(
      'Claude: New words',
    )
  })

  it('is what comes after a long time in which much was done and nothing was said', () => {
    const first = findNewWords([text('a', 'Old')], null)
    const thoughts = Array.from(
      { length: 60 },
      (_, index): Row => ({ kind: 'thinking', key: `t${index}`, text: 'Hm.' }),
    )
    const busy = findNewWords([text('a', 'Old'), ...thoughts], first.known)
    expect(findNewWords([text('a', 'Old'), ...thoughts, text('b', 'Done')], busy.known).text).toBe('Claude: Done')
  })

  it('is the first answer of a session in which nothing had been said', () => {
    const { known } = findNewWords([], null)
    expect(findNewWords([text('a', 'Hello')], known).text).toBe('Claude: Hello')
  })
})
