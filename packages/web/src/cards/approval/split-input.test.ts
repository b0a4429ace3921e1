import { describe, expect, it } from 'vitest'
import { splitInput } from './split-input.ts'

describe('what a tool was given', () => {
  it('is drawn as a command or a change, with everything else beside it', () => {
    expect(splitInput('Bash', { description: 'Lists', command: 'ls', timeout: 5 })).toEqual({
      main: { kind: 'command', command: 'ls' },
      rest: [
        ['description', 'Lists'],
        ['timeout', 5],
      ],
    })
    expect(splitInput('Write', { content: 'x', file_path: '/a' })).toEqual({
      main: { kind: 'change', fields: { content: 'x' } },
      rest: [['file_path', '/a']],
    })
  })

  it('is a cell where a notebook changes, and fields where it does not say which or what', () => {
    const cell = { notebook_path: '/n.ipynb', cell_id: 'c1', new_source: 'x' }
    expect(splitInput('NotebookEdit', cell)).toEqual({
      main: { kind: 'cell', fields: { new_source: 'x' } },
      rest: [
        ['notebook_path', '/n.ipynb'],
        ['cell_id', 'c1'],
      ],
    })
    expect(splitInput('NotebookEdit', { ...cell, new_source: ['x'] }).main).toEqual({ kind: 'none' })
  })

  it('shows a field that has no business there, and not in the place of one that counts', () => {
    const { main, rest } = splitInput('Edit', {
      file_path: '/a',
      old_string: 'a',
      new_string: 'b',
      content: 'harmless',
    })
    expect(main).toEqual({ kind: 'change', fields: { old_string: 'a', new_string: 'b' } })
    expect(rest).toEqual([
      ['file_path', '/a'],
      ['content', 'harmless'],
    ])
    const edits = [{ old_string: 'a', new_string: 'b', replace_all: true }]
    expect(splitInput('MultiEdit', { edits })).toEqual({ main: { kind: 'none' }, rest: [['edits', edits]] })
  })

  it('hides nothing that is of another kind than it should be', () => {
    expect(splitInput('Bash', { command: ['rm', '-rf'] })).toEqual({
      main: { kind: 'none' },
      rest: [['command', ['rm', '-rf']]],
    })
    expect(splitInput('Bash', 'rm')).toEqual({ main: { kind: 'none' }, rest: [['input', 'rm']] })
    expect(splitInput('Write', { content: { a: 1 } }).rest).toEqual([['content', { a: 1 }]])
  })
})
