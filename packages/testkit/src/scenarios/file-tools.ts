import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { has, toolResult } from './patterns.ts'

export const fileToolScenarios: Scenario[] = [
  {
    name: 'read',
    title: 'A file is read, and one that is not there',
    how: 'Read on a.txt, which asks nobody, then on a missing file',
    async play(cli) {
      await cli.start()
      await cli.turn('Read the file.', [
        { tools: [{ name: 'Read', input: { file_path: cli.project.path('a.txt') } }] },
        { tools: [{ name: 'Read', input: { file_path: cli.project.path('missing.txt') } }] },
        { text: 'Two lines.' },
      ])
      cli.saw(toolResult({}, { tool_use_result: { type: 'text', file: { content: /^one\ntwo/ } } }))
      cli.saw(toolResult({ is_error: true, content: has('File does not exist.') }))
      cli.never({ type: 'control_request' })
    },
  },
  {
    name: 'edit',
    title: 'A file is edited',
    how: 'Read, then Edit, which is allowed',
    async play(cli) {
      const file_path = cli.project.path('a.txt')
      await cli.start()
      cli.say('Change the file.', [
        { tools: [{ name: 'Read', input: { file_path } }] },
        { tools: [{ name: 'Edit', input: { file_path, old_string: 'two', new_string: 'three' } }] },
        { text: 'Changed.' },
      ])
      cli.allow(await cli.asked('Edit', { input: { old_string: 'two', new_string: 'three' } }))
      await cli.result()
      cli.saw(
        toolResult({}, { tool_use_result: { oldString: 'two', structuredPatch: [{ lines: ['-two', '+three'] }] } }),
      )
      assert.equal(cli.project.read('a.txt'), 'one\nthree\n')
      await cli.stop()
      assert.equal(cli.home.list('.claude/file-history/*/*@v1').length, 1, 'The old version is kept')
    },
  },
  {
    name: 'write-create',
    title: 'A file is created',
    how: 'Write on a new path, allowed',
    async play(cli) {
      const input = { file_path: cli.project.path('notes/new.txt'), content: 'new\n' }
      await cli.start()
      cli.say('Create a file.', [{ tools: [{ name: 'Write', input }] }, { text: 'Created.' }])
      cli.allow(await cli.asked('Write', { input: { content: 'new\n' } }))
      await cli.result()
      cli.saw(toolResult({}, { tool_use_result: { type: 'create', content: 'new\n' } }))
      assert.equal(cli.project.read('notes/new.txt'), 'new\n')
    },
  },
  {
    name: 'write-update',
    title: 'A file is overwritten',
    how: 'Read, then Write on the same path, allowed',
    async play(cli) {
      const file_path = cli.project.path('a.txt')
      await cli.start()
      cli.say('Overwrite the file.', [
        { tools: [{ name: 'Read', input: { file_path } }] },
        { tools: [{ name: 'Write', input: { file_path, content: 'other\n' } }] },
        { text: 'Overwritten.' },
      ])
      cli.allow(await cli.asked('Write'))
      await cli.result()
      cli.saw(toolResult({}, { tool_use_result: { type: 'update', structuredPatch: [{ lines: ['-one', '+other'] }] } }))
      assert.equal(cli.project.read('a.txt'), 'other\n')
    },
  },
  {
    name: 'notebook-edit',
    title: 'A cell of a notebook is replaced',
    how: 'Read on the notebook, then NotebookEdit, allowed',
    async play(cli) {
      const notebook_path = cli.project.path('n.ipynb')
      cli.project.write('n.ipynb', NOTEBOOK)
      await cli.start()
      cli.say('Change the cell.', [
        { tools: [{ name: 'Read', input: { file_path: notebook_path } }] },
        { tools: [{ name: 'NotebookEdit', input: { notebook_path, cell_id: 'c1', new_source: 'print(2)' } }] },
        { text: 'Changed.' },
      ])
      cli.allow(await cli.asked('NotebookEdit'))
      await cli.result()
      cli.saw(toolResult({}, { tool_use_result: { type: 'notebook' } }))
      cli.saw(toolResult({}, { tool_use_result: { new_source: 'print(2)', cell_id: 'c1', edit_mode: 'replace' } }))
      assert.match(cli.project.read('n.ipynb'), /print\(2\)/)
    },
  },
  {
    name: 'grep',
    title: 'Words are searched in files',
    how: 'Grep in its three output modes; the newer CLI has the tool only when it is named',
    async play(cli) {
      cli.project.write('b.txt', 'two\nthree\n')
      await cli.start({ argv: ['--allowedTools=Grep,Glob'] })
      await cli.turn('Search.', [
        { tools: [{ name: 'Grep', input: { pattern: 'two' } }] },
        { tools: [{ name: 'Grep', input: { pattern: 'two', output_mode: 'content', '-n': true } }] },
        { tools: [{ name: 'Grep', input: { pattern: 'two', output_mode: 'count' } }] },
        { text: 'Found.' },
      ])
      cli.saw(toolResult({}, { tool_use_result: { mode: 'files_with_matches', numFiles: 2 } }))
      cli.saw(toolResult({}, { tool_use_result: { mode: 'content', content: /a\.txt:2:two/ } }))
      cli.saw(toolResult({}, { tool_use_result: { mode: 'count', numMatches: 2 } }))
    },
  },
  {
    name: 'glob',
    title: 'Files are found by name',
    how: 'Glob with a match and without one',
    async play(cli) {
      await cli.start({ argv: ['--allowedTools=Grep,Glob'] })
      await cli.turn('Find files.', [
        { tools: [{ name: 'Glob', input: { pattern: '**/*.txt' } }] },
        { tools: [{ name: 'Glob', input: { pattern: '**/*.none' } }] },
        { text: 'One file.' },
      ])
      cli.saw(toolResult({}, { tool_use_result: { numFiles: 1, filenames: [/a\.txt$/] } }))
      cli.saw(toolResult({ content: has('No files found') }, { tool_use_result: { numFiles: 0 } }))
    },
  },
  {
    name: 'parallel-tools',
    title: 'Three tools in one message',
    how: 'Read, Bash and Write together; the two that need leave are asked for one after the other',
    async play(cli) {
      await cli.start()
      cli.say('All at once.', [
        {
          text: 'Three at once.',
          tools: [
            { name: 'Read', input: { file_path: cli.project.path('a.txt') } },
            { name: 'Bash', input: { command: 'touch made', description: 'Make a file' } },
            { name: 'Write', input: { file_path: cli.project.path('c.txt'), content: 'c\n' } },
          ],
        },
        { text: 'All done.' },
      ])
      cli.allow(await cli.asked('Bash'))
      cli.allow(await cli.asked('Write'))
      await cli.result()
      assert.equal(cli.all(toolResult({})).length, 3)
      assert.equal(cli.model.toolResults().length, 3, 'The model got the three results together')
      assert.ok(cli.project.has('made') && cli.project.has('c.txt'))
    },
  },
]

const NOTEBOOK = {
  cells: [{ cell_type: 'code', id: 'c1', metadata: {}, execution_count: null, outputs: [], source: ['print(1)'] }],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
}
