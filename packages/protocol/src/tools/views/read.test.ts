import { describe, expect, it } from 'vitest'
import { viewToolResult } from '../view.ts'

const filePath = '/home/user/project/a'

describe('ReadResult', () => {
  it('is text, a picture, a notebook, a document or its pages', () => {
    for (const result of [
      { type: 'text', file: { filePath, content: 'one', numLines: 1, startLine: 1, totalLines: 9 } },
      { type: 'image', file: { base64: 'iVBO', type: 'image/png', originalSize: 3, dimensions: { displayWidth: 10 } } },
      { type: 'notebook', file: { filePath, cells: [{ cell_type: 'code' }] } },
      { type: 'pdf', file: { filePath, base64: 'JVBE', originalSize: 3 } },
      { type: 'parts', file: { filePath, originalSize: 3, count: 2, outputDir: '/tmp/p' }, firstPage: 1, pages: [{}] },
    ])
      expect(viewToolResult('Read', result)).toEqual({ tool: 'Read', value: result })
  })

  it('was only a path and a text in older CLIs', () => {
    const result = { type: 'text', file: { filePath, content: 'one' } }
    expect(viewToolResult('Read', result)).toEqual({ tool: 'Read', value: result })
  })

  it('keeps the picture when its measures are wrong', () => {
    const result = { type: 'image', file: { base64: 'iVBO', type: 'image/png', dimensions: { displayWidth: '10' } } }
    expect(viewToolResult('Read', result)).toEqual({
      tool: 'Read',
      value: { type: 'image', file: { base64: 'iVBO', type: 'image/png', dimensions: {} } },
    })
  })

  it('is generic for another type of file, and for a file without content', () => {
    for (const value of [{ type: 'video', file: { filePath } }, { type: 'text', file: { filePath } }, { type: 'text' }])
      expect(viewToolResult('Read', value)).toEqual({ tool: 'generic', name: 'Read', value })
  })
})
