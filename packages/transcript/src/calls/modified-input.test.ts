import { describe, expect, it } from 'vitest'
import { toHtml } from '../export/html.ts'
import { toMarkdown } from '../export/markdown.ts'
import { answer, ask, assistant, play, type Raw, tool, toolResult } from '../lines-for-test.ts'
import { findTool } from '../state/lanes.ts'
import { isSameData } from './modified-input.ts'

const HARMLESS = { command: 'touch harmless.txt' }
const REALLY = { command: 'touch really-ran.txt' }

function decide(input: Raw, response: Raw) {
  return play([assistant('m', [tool('t', 'Bash', HARMLESS)]), ask('r', { input }), answer('r', response)])
}

describe('a call whose input was changed before it ran', () => {
  it('has the edited input, and keeps Claude’s in `asked`', () => {
    const edited = decide(HARMLESS, { behavior: 'allow', updatedInput: REALLY })
    expect(findTool(edited, 't')).toMatchObject({ input: REALLY, asked: HARMLESS, userModified: true })
  })

  it('has the input of the approval, where a hook had changed it before', () => {
    const call = findTool(decide(REALLY, { behavior: 'allow' }), 't')
    expect(call).toMatchObject({ input: REALLY, asked: HARMLESS })
    expect(call).not.toHaveProperty('userModified')
  })

  it('has no `asked` if it was allowed as it was, in any order of fields, or denied', () => {
    const same = { input: { b: 1, a: [{ d: 1, c: 2 }] }, updated: { a: [{ c: 2, d: 1 }], b: 1 } }
    expect(isSameData(same.input, same.updated)).toBe(true)
    expect(isSameData([1, 2], [2, 1])).toBe(false)
    // A line may hold 1e999.
    expect(isSameData({ n: Number.POSITIVE_INFINITY }, { n: 1 })).toBe(false)
    const denied = decide(HARMLESS, { behavior: 'deny', message: 'No.', updatedInput: REALLY })
    for (const state of [denied, decide(HARMLESS, { behavior: 'allow', updatedInput: { ...HARMLESS } })])
      expect(findTool(state, 't')).not.toHaveProperty('asked')
  })

  it.each([
    ['Write', { file_path: '/a', content: 'asked' }, { content: 'done', filePath: '/a' }, { content: 'done' }],
    ['Write', { file_path: '/a', content: 'x' }, { content: 'x', filePath: '/b' }, { file_path: '/b' }],
    ['Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }, { newString: 'z' }, { new_string: 'z' }],
    ['NotebookEdit', { new_source: '1' }, { new_source: '2' }, { new_source: '2' }],
  ])('is recognised by the result of %s alone, as in a transcript', (name, input, data, done) => {
    const lines = [assistant('m', [tool('t', name, input)]), toolResult('t', 'ok', { toolUseResult: data })]
    expect(findTool(play(lines), 't')).toMatchObject({ input: { ...input, ...done }, asked: input })
  })

  it.each([
    ['Edit', { file_path: '/a/../b', old_string: '"x"', new_string: 'y' }, { filePath: '/b', oldString: '“x”' }],
    ['Write', { file_path: 'a', content: 'x' }, { filePath: '/p/a', content: 'x' }],
    ['Bash', HARMLESS, { stdout: '' }],
  ])('is no %s of which the CLI only writes the path or the quotes anew', (name, input, data) => {
    const lines = [assistant('m', [tool('t', name, input)]), toolResult('t', 'ok', { toolUseResult: data })]
    expect(findTool(play(lines), 't')).not.toHaveProperty('asked')
  })

  it('is exported with the input it ran with, and with Claude’s', () => {
    const edited = decide(HARMLESS, { behavior: 'allow', updatedInput: REALLY })
    const markdown = toMarkdown(edited)
    expect(markdown).toContain('Bash: touch really-ran.txt — running, allowed, modified by you')
    expect(markdown).toMatch(/really-ran[\s\S]*really-ran[\s\S]*\*As asked:\*[\s\S]*harmless/)
    const page = toHtml(edited)
    expect(page).toContain('<b>Bash</b>: touch really-ran.txt — running, allowed, modified by you')
    expect(page).toMatch(/really-ran\.txt&quot;[^<]*<\/pre><details><summary>As asked<\/summary>[\s\S]*harmless/)
  })
})
