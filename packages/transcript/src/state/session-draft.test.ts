import { describe, expect, it } from 'vitest'
import { addEntry, MAIN } from './lanes.ts'
import { createDraft } from './session-draft.ts'
import { initialState } from './session-state.ts'

const entry = { kind: 'notice', id: 'n', tone: 'info', text: 'Hello.' } as const

describe('a draft of the state', () => {
  it('can be written, and the state it was made of stays as it was', () => {
    const draft = createDraft(initialState)
    addEntry(draft, MAIN, entry)
    expect([draft.main.entries.size, initialState.main.entries.size]).toEqual([1, 0])
    expect(Object.keys(draft)).toEqual(Object.keys(initialState))
  })

  it('cannot be replaced by a state: the compiler refuses it', () => {
    // @ts-expect-error A state may be held by others.
    const write = () => addEntry(initialState, MAIN, entry)
    const assign = () => {
      // @ts-expect-error Fields of a state are read-only.
      initialState.seq = 1
    }
    expect([typeof write, typeof assign]).toEqual(['function', 'function'])
  })
})
