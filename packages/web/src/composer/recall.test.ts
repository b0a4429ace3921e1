import { describe, expect, it } from 'vitest'
import { notRecalling, recall } from './recall.ts'

describe('what was said before', () => {
  it('comes back one by one, and the words being typed at the end', () => {
    const said = ['newest', 'oldest']
    const first = recall(said, notRecalling, 'typing', 1)
    expect(first?.text).toBe('newest')
    const second = first && recall(said, first.recall, first.text, 1)
    expect(second?.text).toBe('oldest')
    expect(second && recall(said, second.recall, second.text, 1)).toBe(null)
    const back = first && recall(said, first.recall, first.text, -1)
    expect(back?.text).toBe('typing')
    expect(back && recall(said, back.recall, back.text, -1)).toBe(null)
  })
})
