import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

const file_path = '/home/user/project/a.txt'
const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }

describe('Edit, MultiEdit and Write', () => {
  it('show a diff made of several edits', () => {
    const input = { file_path, edits: [{ old_string: 'a', new_string: 'b', replace_all: true }] }
    expect(viewToolInput('MultiEdit', input)).toEqual({ tool: 'MultiEdit', value: input })
    const result = { filePath: file_path, edits: input.edits, originalFileContents: 'a', structuredPatch: [hunk] }
    expect(viewToolResult('MultiEdit', result)).toEqual({ tool: 'MultiEdit', value: result })
  })

  it('know both words for a file that was there before', () => {
    for (const type of ['update', 'overwrite']) {
      const result = { type, filePath: file_path, content: 'b', structuredPatch: [hunk], originalFile: 'a' }
      expect(viewToolResult('Write', result)).toEqual({ tool: 'Write', value: result })
    }
  })

  it('take the null that stands for a file too long to repeat', () => {
    const result = { filePath: file_path, oldString: 'a', newString: 'b', originalFile: null, structuredPatch: [hunk] }
    expect(viewToolResult('Edit', result)).toEqual({ tool: 'Edit', value: result })
  })

  it('leave out a patch that cannot be drawn: the two strings still can', () => {
    for (const structuredPatch of ['...', [hunk, { ...hunk, lines: undefined }], [{ ...hunk, oldStart: '1' }]]) {
      const result = { filePath: file_path, oldString: 'a', newString: 'b', structuredPatch }
      expect(viewToolResult('Edit', result)).toEqual({
        tool: 'Edit',
        value: { filePath: file_path, oldString: 'a', newString: 'b' },
      })
    }
  })
})
