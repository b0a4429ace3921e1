import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

describe('Grep and Glob', () => {
  it('keep the options that are spelt like flags', () => {
    const input = { pattern: 'x', '-A': 2, '-n': true, '-i': 'yes', output_mode: 'content' }
    expect(viewToolInput('Grep', input)).toEqual({
      tool: 'Grep',
      value: { pattern: 'x', '-A': 2, '-n': true, output_mode: 'content' },
    })
  })

  it('had only names in older results', () => {
    const result = { mode: 'files_with_matches', filenames: ['a.ts', 'b.ts'] }
    expect(viewToolResult('Grep', result)).toEqual({ tool: 'Grep', value: result })
    expect(viewToolResult('Glob', result)).toEqual({ tool: 'Glob', value: result })
  })
})
