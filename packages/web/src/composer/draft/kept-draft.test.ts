import { describe, expect, it } from 'vitest'
import { KeptDraft } from './kept-draft.ts'

/** The storage that all tabs share. */
function openStorage(room = 100) {
  const kept = new Map<string, string>()
  const writes: string[] = []
  return {
    writes,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new Error('full')
      writes.push(value)
      kept.set(key, value)
    },
    removeItem(key: string) {
      writes.push('')
      kept.delete(key)
    },
  }
}

describe('the draft of a session', () => {
  it('is not written by a tab in which nothing was changed: neither brought back nor taken away', () => {
    const storage = openStorage()
    const [here, there] = [new KeptDraft('s', storage), new KeptDraft('s', storage)]
    here.read()
    there.read()
    here.keep('Typed here')
    there.keep('')
    expect(new KeptDraft('s', storage).read()).toBe('Typed here')
    const third = new KeptDraft('s', storage)
    third.read()
    here.keep('')
    third.keep('Typed here')
    expect(new KeptDraft('s', storage).read()).toBe('')
    expect(storage.writes).toEqual(['Typed here', ''])
  })

  it('is that of another tab while nothing was typed here since', () => {
    const storage = openStorage()
    const [here, there] = [new KeptDraft('s', storage), new KeptDraft('s', storage)]
    here.read()
    there.read()
    here.keep('One')
    expect(there.look('')).toBe('One')
    expect(there.look('One')).toBeNull()
    there.keep('One and two')
    here.keep('One')
    expect(here.look('One')).toBe('One and two')
    there.keep('One, two and three')
    expect(here.look('One and two, and mine')).toBeNull()
    here.keep('One and two, and mine')
    expect(there.look('One, two and three')).toBe('One and two, and mine')
    expect(there.look('One and two, and mine')).toBeNull()
  })

  it('of another session is another one', () => {
    const storage = openStorage()
    new KeptDraft('s', storage).keep('One')
    expect(new KeptDraft('t', storage).read()).toBe('')
    expect(new KeptDraft('s', storage).key).not.toBe(new KeptDraft('t', storage).key)
  })

  it('that does not fit lives as long as the page does, and is not given up for what another tab has', () => {
    const storage = openStorage(5)
    const [here, there] = [new KeptDraft('s', storage), new KeptDraft('s', storage)]
    here.read()
    here.keep('Too long for this')
    there.keep('Other')
    expect(here.look('Too long for this')).toBeNull()
    here.keep('Short')
    expect(there.look('Other')).toBe('Short')
  })
})
