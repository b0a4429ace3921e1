import { describe, expect, it } from 'vitest'
import { mergePrompts } from './merge-prompts.ts'

describe('earlier prompts', () => {
  it('are those of the session first, each once, with all the words', () => {
    expect(mergePrompts(['Fix the guard', 'Run tests'], ['Run the tests again', 'Run tests'], 'RUN')).toEqual([
      'Run tests',
      'Run the tests again',
    ])
  })

  it('have the words that are looked for now, although the older ones were found for others', () => {
    expect(mergePrompts([], ['Another session.', 'Count the lighthouses'], 'light')).toEqual(['Count the lighthouses'])
  })
})
