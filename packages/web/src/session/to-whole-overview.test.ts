import { fold, initialState, toOverview } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { toWholeOverview } from './to-whole-overview.ts'

describe('what stands beside the conversation', () => {
  const state = fold(initialState, { kind: 'todos', todos: [{ content: 'Mine', status: 'pending' }] })
  const { usage } = toOverview(state)
  const todos = [{ id: '1', subject: 'Theirs', status: 'pending', blocks: [], blockedBy: [] }]
  const facts = { todos, turnCount: 9, usage: { ...usage, costUsd: 2 } }

  it('is of the whole session, as the server knows it', () => {
    const whole = toWholeOverview(state, { ...facts, isPartial: false }, false)
    expect(whole).toMatchObject({ todos, turnCount: 9, isPartial: false })
  })

  it('says that it is of its end, until the server has read it or the page has loaded it', () => {
    const partial = { ...facts, isPartial: true }
    expect(toWholeOverview(state, partial, true)).toMatchObject({ todos, turnCount: 9, isPartial: true })
    const loaded = toWholeOverview(state, partial, false)
    expect(loaded).toMatchObject({ todos: [{ subject: 'Mine' }], turnCount: 0, isPartial: false })
    expect(loaded.usage.costUsd).toBe(2)
  })
})
