import { describe, expect, it } from 'vitest'
import { toTextRuns } from './to-text-runs.ts'

describe('a text before it is allowed', () => {
  it('says how much nothing stands in it, so that its end is not out of sight', () => {
    expect(toTextRuns(`ls${'\n'.repeat(10_001)}rm -rf ~`)).toEqual([
      { kind: 'text', text: 'ls' },
      { kind: 'blank', what: 'empty lines', count: 10_000 },
      { kind: 'text', text: 'rm -rf ~' },
    ])
    expect(toTextRuns(`ls${' '.repeat(5000)}; rm`)).toEqual([
      { kind: 'text', text: 'ls' },
      { kind: 'blank', what: 'spaces', count: 5000 },
      { kind: 'text', text: '; rm' },
    ])
  })

  it('is left as it is otherwise, with what is hidden shown', () => {
    expect(toTextRuns('a\n\n\n    b\u200b')).toEqual([{ kind: 'text', text: 'a\n\n\n    b\\u{200b}' }])
    expect(toTextRuns('')).toEqual([])
  })
})
