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
})
