import type { Row } from '@quarterdeck/transcript'
import { describe, expect, it } from 'vitest'
import { findContextText, parseContextText } from './parse-context-text.ts'

const TEXT = `## Context Usage

**Model:** claude-sonnet-4-5-20250929
**Tokens:** 2.7k / 200k (1%)

### Estimated usage by category

| Category | Tokens | Percentage |
|----------|--------|------------|
| System prompt | 2.6k | 1.3% |
| Messages | 85 | 0.0% |
| Free space | 164.3k | 82.2% |
| Autocompact buffer | 33k | 16.5% |

### Skills

| Skill | Source | Tokens |
|-------|--------|--------|
| debug | Built-in | 70 |
`

describe('what /context of an older CLI writes', () => {
  it('is what fills the context, and what is left', () => {
    expect(parseContextText(TEXT)).toEqual([
      { name: 'System prompt', tokens: 2600, kind: 'used' },
      { name: 'Messages', tokens: 85, kind: 'used' },
      { name: 'Free space', tokens: 164_300, kind: 'free' },
      { name: 'Autocompact buffer', tokens: 33_000, kind: 'buffer' },
    ])
    expect(parseContextText('### Estimated usage by category\n\nnothing')).toEqual([])
  })

  it('is found where it was written last, and nowhere else', () => {
    const output = (key: string, text: string): Row => ({ kind: 'output', key, stream: 'stdout', text })
    expect(findContextText([output('a', TEXT), output('b', `${TEXT} again`), output('c', 'Cost: 0')])).toBe(
      `${TEXT} again`,
    )
    expect(findContextText([{ kind: 'text', key: 'd', text: TEXT }])).toBeNull()
  })
})
