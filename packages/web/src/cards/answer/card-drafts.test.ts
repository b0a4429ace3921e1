import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CardDrafts } from './card-drafts.ts'

const values = new Map<string, string>()
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}

describe('what was filled in in a card', () => {
  beforeEach(() => {
    values.clear()
    vi.stubGlobal('sessionStorage', storage)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is there again at once, and after a reload, for the same request and no other', () => {
    const before = new CardDrafts()
    before.keep('one', 'input', '{"command":"ls"}')
    before.keep('one', 'stops', true)
    expect(before.read('one', 'input', '')).toBe('{"command":"ls"}')
    before.write()
    const after = new CardDrafts()
    expect(after.read('one', 'input', '')).toBe('{"command":"ls"}')
    expect(after.read('one', 'stops', false)).toBe(true)
    expect(after.read('two', 'input', '')).toBe('')
    // One field that is changed leaves the others as they were.
    after.keep('one', 'stops', false)
    expect(after.read('one', 'input', '')).toBe('{"command":"ls"}')
  })

  it('is forgotten with the request, also what was not written yet', () => {
    const drafts = new CardDrafts()
    drafts.keep('one', 'reason', 'No.')
    drafts.write()
    drafts.keep('one', 'reason', 'No, thanks.')
    drafts.forget('one')
    drafts.write()
    expect(drafts.read('one', 'reason', '')).toBe('')
    expect(values.size).toBe(0)
  })

  it.each(['{', 'null', '3', '{"reason":7}', '{"reason":null}'])('is nothing where the storage has %s', (text) => {
    values.set('quarterdeck.card.one', text)
    expect(new CardDrafts().read('one', 'reason', '')).toBe('')
  })

  it('lives as long as the page where the storage takes nothing, or is not there', () => {
    const fail = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    for (const broken of [{ getItem: fail, setItem: fail, removeItem: fail }, undefined]) {
      vi.stubGlobal('sessionStorage', broken)
      const drafts = new CardDrafts()
      drafts.keep('one', 'reason', 'No.')
      drafts.write()
      expect(drafts.read('one', 'reason', '')).toBe('No.')
      drafts.forget('one')
      expect(drafts.read('one', 'reason', '')).toBe('')
    }
  })
})
