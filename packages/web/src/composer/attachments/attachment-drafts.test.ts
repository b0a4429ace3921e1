import { describe, expect, it } from 'vitest'
import { attachmentDrafts, changeAttachments, hasAttachments, noAttachments } from './attachment-drafts.ts'

const FILE = { kind: 'file' as const, name: 'a.csv', path: '/p/a.csv' }

describe('what is attached to drafts', () => {
  it('is kept by session, and asked about before the page is left for as long as it is there', () => {
    expect(hasAttachments()).toBe(false)
    changeAttachments('one', ({ loading }) => ({ loading: loading + 1 }))
    expect(hasAttachments()).toBe(true)
    changeAttachments('one', ({ attachments }) => ({ attachments: [...attachments, FILE], loading: 0 }))
    changeAttachments('two', () => ({ problem: 'Too large.' }))
    expect(attachmentDrafts.getState()).toEqual({
      one: { attachments: [FILE], loading: 0, problem: null },
      two: { ...noAttachments, problem: 'Too large.' },
    })
    expect(hasAttachments()).toBe(true)
    changeAttachments('one', () => ({ attachments: [] }))
    expect(hasAttachments()).toBe(false)
  })
})
