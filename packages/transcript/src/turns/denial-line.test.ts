import { describe, expect, it } from 'vitest'
import { toDenialLine } from './denial-line.ts'

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })

describe('the line of what was denied in a turn', () => {
  it('names each call by what it was about, and how often', () => {
    const write = { tool_name: 'Write', tool_input: { file_path: 'notes.txt', content: 'x' } }
    expect(
      toDenialLine([bash('touch made'), bash('touch  made'), write, { tool_name: 'mcp__desk__ring', tool_input: {} }]),
    ).toBe('Denied in this turn: Bash (touch made), twice; Write (notes.txt); mcp__desk__ring.')
  })

  it('is short however many there were', () => {
    const line = toDenialLine(Array.from({ length: 40 }, (_, index) => bash(`${index} ${'x'.repeat(1000)}`)))
    expect(line).toMatch(/; and 35 more\.$/)
    expect(line.length).toBeLessThan(700)
  })

  it('does not name a skipped question or a refused plan, which are answers', () => {
    expect(toDenialLine([{ tool_name: 'AskUserQuestion' }, { tool_name: 'ExitPlanMode', tool_input: {} }])).toBe('')
    expect(toDenialLine([])).toBe('')
  })
})
