import type { CallRow, Row } from '@quarterdeck/transcript'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { SessionScopeContext } from '../session/session-scope.ts'
import { NotebookCells } from './parts.ts'
import { ToolCall } from './ToolCall.tsx'
import { findToolView } from './tool-views.ts'

type Call = Partial<CallRow['call']>

const toRow = (name: string, call: Call, rest: Partial<CallRow> = {}): CallRow => ({
  key: name,
  call: { kind: 'tool', id: 'id', name, input: {}, status: 'done', ...call },
  ...rest,
})

const faceOf = (name: string, call: Call, rest: Partial<CallRow> = {}) =>
  findToolView(name).toFace(toRow(name, call, rest), '/p')

/** What stands behind its line, as somebody reads it: each element's text on a line of its own. */
function read(name: string, call: Call, rest: Partial<CallRow> = {}): string[] {
  const scope = { sessionId: 's1', projectPath: '/p', stopTask: () => undefined, answer: () => undefined }
  const { Body } = findToolView(name)
  const html = renderToStaticMarkup(
    <SessionScopeContext.Provider value={scope}>
      <Body row={toRow(name, call, rest)} />
    </SessionScopeContext.Provider>,
  )
  return html
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const html = (name: string, call: Call, rest: Partial<CallRow> = {}) => {
  const { Body } = findToolView(name)
  return renderToStaticMarkup(<Body row={toRow(name, call, rest)} />)
}

describe('what is read of each tool', () => {
  // What a subagent does is drawn as the conversation is, which is loaded later.
  beforeAll(async () => (await import('../session/parts.tsx')).ToolGroup.load())
  beforeAll(() => NotebookCells.load())

  it('Grep: the pattern, where, how many, and the lines or the files that were found', () => {
    const input = { pattern: 'redirect', path: '/p/src' }
    const lines = { mode: 'content', numFiles: 1, numLines: 2, filenames: [], content: 'a.ts:1:redirect()\na.ts:9:x' }
    expect(faceOf('Grep', { input, structured: lines })).toMatchObject({
      subject: '"redirect" in src',
      note: '2 lines',
    })
    expect(read('Grep', { input, structured: lines })).toEqual(['a.ts:1:redirect()', 'a.ts:9:x'])
    const files = { mode: 'files_with_matches', numFiles: 2, filenames: ['src/a.ts', 'src/b.ts'] }
    expect(faceOf('Grep', { input, structured: files }).note).toBe('2 files')
    expect(html('Grep', { input, structured: files })).toContain('<li><code>src/b.ts</code></li>')
  })

  it('Glob and LS: the names of the files', () => {
    const structured = { numFiles: 1, filenames: ['/p/src/a.ts'], durationMs: 3, truncated: false }
    const input = { pattern: '**/*.ts' }
    expect(faceOf('Glob', { input, structured })).toMatchObject({ subject: '"**/*.ts"', note: '1 file' })
    expect(read('Glob', { input, structured })).toEqual(['/p/src/a.ts'])
    expect(read('LS', { input: { path: '/p' }, result: '- src/' })).toEqual(['- src/'])
  })

  it('WebFetch: the address as a link, what was asked of it, and the answer; a page that is not there is said to be', () => {
    const input = { url: 'https://example.com/tides', prompt: 'When is it high?' }
    const structured = { code: 200, codeText: 'OK', result: 'At **6:12**.', url: input.url }
    expect(faceOf('WebFetch', { input, structured }).note).toBeUndefined()
    expect(faceOf('WebFetch', { input, structured: { ...structured, code: 404 } }).note).toBe('answered 404')
    expect(html('WebFetch', { input, structured })).toContain(
      '<a href="https://example.com/tides" target="_blank" rel="noopener noreferrer">https://example.com/tides</a>',
    )
    expect(read('WebFetch', { input, structured }).slice(1)).toEqual(['When is it high?', 'At', '6:12', '.'])
    expect(html('WebFetch', { input: { url: 'javascript:alert(1)' } })).not.toContain('<a')
  })

  it('WebSearch: its sources as links, and what was said of them', () => {
    const content = [
      { title: 'Tide tables', url: 'https://tides.example/' },
      { title: 'The moon', url: 'https://moon.example/' },
    ]
    const input = { query: 'high water' }
    const structured = { query: 'high water', results: [{ tool_use_id: 't', content }, 'It is high at **noon**.'] }
    expect(faceOf('WebSearch', { input, structured })).toMatchObject({ subject: '"high water"', note: '2 sources' })
    const shown = html('WebSearch', { input, structured })
    expect(shown).toContain('<ol aria-label="Sources">')
    expect(shown).toContain(
      '<li><a href="https://tides.example/" target="_blank" rel="noopener noreferrer">Tide tables</a>',
    )
    expect(read('WebSearch', { input, structured })).toEqual(['Tide tables', 'The moon', 'It is high at', 'noon', '.'])
  })

  it('NotebookEdit: what becomes of which cell, as it was and as it is', () => {
    const input = { notebook_path: '/p/tides.ipynb', cell_id: 'count', new_source: 'tide = 6' }
    const face = (edit_mode: string) => faceOf('NotebookEdit', { input: { ...input, edit_mode } }).note
    expect([face('replace'), face('insert'), face('delete')]).toEqual(['cell replaced', 'cell added', 'cell deleted'])
    const changed = html('NotebookEdit', { input, structured: { old_source: 'tide = 5', new_source: 'tide = 6' } })
    expect(changed).toContain('Cell count')
    expect(changed).toContain('tide = <mark>5</mark>')
    expect(changed).toContain('tide = <mark>6</mark>')
    expect(read('NotebookEdit', { input: { ...input, edit_mode: 'insert' } })).toEqual(['Cell count', 'tide = 6'])
  })

  it('Read of a notebook: prose as prose, code with what it wrote and drew', () => {
    const image = { media_type: 'image/png', image_data: 'AAAA' }
    const cells = [
      { cellType: 'markdown', source: '# Tides' },
      { cellType: 'code', source: 'print(6)', execution_count: 2, outputs: [{ text: 'six' }, { image }] },
    ]
    const structured = { type: 'notebook', file: { filePath: '/p/tides.ipynb', cells } }
    expect(read('Read', { structured })).toEqual(['Tides', 'code, run as 2', 'print(6)', 'six'])
    expect(html('Read', { structured })).toContain('<img class="picture" src="data:image/png;base64,AAAA"')
  })

  it('Agent: what it does inside its call, its status and tokens, and a button to stop it while it runs', () => {
    const input = { description: 'Look around', subagent_type: 'Explore', prompt: 'Look at the walls.' }
    const rows: Row[] = [
      { kind: 'text', key: 'r1', text: 'They are white.' } as Row,
      { kind: 'tools', key: 'r2', calls: [toRow('Bash', { input: { command: 'ls walls' } })] } as unknown as Row,
    ]
    const agent = { status: 'running' as const, toolUses: 4, totalTokens: 12_034, lastTool: 'Grep' }
    const running: Call = { input, status: 'running', taskId: 'task1' }
    expect(faceOf('Agent', running, { agent })).toMatchObject({
      subject: 'Look around',
      note: 'Explore · 12,034 tokens',
    })
    const shown = read('Agent', running, { agent, rows })
    expect(shown).toContain('Look at the walls.')
    expect(shown).toContain('It is at work. 4 tools, 12,034 tokens, last Grep.')
    expect(shown).toContain('Stop this agent')
    expect(shown.indexOf('They are white.')).toBeGreaterThan(0)
    expect(shown).toContain('ls walls')
    expect(html('Agent', running, { agent, rows })).toContain('role="group" aria-label="Subagent"')
    const done = { ...agent, status: 'done' as const, durationMs: 63_000 }
    expect(read('Agent', { ...running, status: 'done' }, { agent: done })).toEqual([
      'What it was told',
      'Look at the walls.',
      'It is done. 4 tools, 12,034 tokens, 1 min 3 s.',
    ])
  })

  it('Agent: what it answered, once, whichever way its CLI tells it', () => {
    const structured = { status: 'completed', content: [{ type: 'text', text: 'It has **two** lines.' }] }
    const shown = (rest: Partial<CallRow>, call: Call = { structured, result: 'x' }) =>
      read('Agent', call, rest).join(' ')
    const answer = 'It has two lines.'
    expect(shown({ agent: { status: 'done' } })).toContain(answer)
    const row = { kind: 'text', key: 'r1', text: 'I look at it.' } as Row
    expect(shown({ rows: [row] })).toContain(answer)
    expect(
      shown({ rows: [row, { ...row, key: 'r2', text: 'It has **two** lines.' } as Row] }).split(answer),
    ).toHaveLength(2)
    const sent = { status: 'running' as const, isBackground: true as const }
    expect(shown({ agent: sent }, { result: 'It was sent.' })).not.toContain('It was sent.')
  })

  it('Agent: closed, its line says what came of it', () => {
    const rows = [{ kind: 'text', key: 'r1', text: 'White.' } as Row]
    const closed = (agent: CallRow['agent']) =>
      renderToStaticMarkup(<ToolCall row={toRow('Agent', { result: 'x' }, { rows, ...(agent && { agent }) })} />)
    expect(closed(undefined)).toContain('1 entry inside')
    expect(closed({ status: 'done', summary: 'The walls are white.' })).toContain('The walls are white.')
  })

  it('TodoWrite: each task with its state, in words too, and how many are done', () => {
    const todos = [
      { content: 'Find it', status: 'completed' },
      { content: 'Mend it', status: 'in_progress' },
      { content: 'Test it', status: 'pending' },
    ]
    expect(faceOf('TodoWrite', { input: { todos } }).note).toBe('1 of 3 done')
    const shown = read('TodoWrite', { input: { todos } }).join(' ')
    expect(shown).toBe('✓ Find it , done ◐ Mend it , in progress ○ Test it , to do')
  })

  it('the Task tools: the one task that they are about, or all of them', () => {
    const task = { id: '1', subject: 'Mend it', status: 'in_progress' }
    expect(faceOf('TaskCreate', { input: { subject: 'Mend it' } }).subject).toBe('Mend it')
    expect(faceOf('TaskUpdate', { input: { taskId: '1', status: 'completed' } })).toMatchObject({
      subject: 'task 1',
      note: 'done',
    })
    expect(read('TaskGet', { structured: { task } })).toEqual(['◐', 'Mend it', ', in progress'])
    expect(faceOf('TaskList', { structured: { tasks: [task, { ...task, status: 'completed' }] } }).note).toBe(
      '1 of 2 done',
    )
    expect(read('TaskOutput', { input: { task_id: 'b1' }, structured: { task: { output: 'it runs' } } })).toEqual([
      'it runs',
    ])
    expect(faceOf('TaskStop', { input: { task_id: 'b1' } }).subject).toBe('b1')
  })

  it('Skill: its name, what it was given, and what came of it', () => {
    const input = { skill: 'knots', args: 'bowline' }
    expect(faceOf('Skill', { input })).toMatchObject({ name: 'Skill', subject: 'knots bowline' })
    expect(read('Skill', { input, result: 'Launching skill: knots' })).toEqual(['Launching skill: knots'])
    expect(html('Skill', { input, status: 'failed', result: 'Unknown skill: knots' })).toContain(
      '<pre class="error">Unknown skill: knots</pre>',
    )
  })

  it('EnterPlanMode and ExitPlanMode: that it plans, the plan, and what became of it', () => {
    expect(read('EnterPlanMode', { structured: { message: 'Entered plan mode.' } })).toEqual(['Entered plan mode.'])
    const input = { plan: '# Raise the quay\n\n1. Measure' }
    expect(faceOf('ExitPlanMode', { input })).toMatchObject({ subject: 'Plan', note: 'approved' })
    expect(read('ExitPlanMode', { input })).toEqual(['Raise the quay', 'Measure'])
    const line = (status: Call['status']) =>
      renderToStaticMarkup(<ToolCall row={toRow('ExitPlanMode', { input, status: status ?? 'done', result: '' })} />)
    expect(line('denied')).toContain('kept planning')
    expect(line('failed')).not.toContain('kept planning')
  })

  it.each(['ExitPlanMode', 'AskUserQuestion'])('%s: why it failed, where it was called wrongly', (name) => {
    const result = '<tool_use_error>InputValidationError: it is not in plan mode</tool_use_error>'
    expect(read(name, { status: 'failed', result })).toEqual(['InputValidationError: it is not in plan mode'])
  })

  it('AskUserQuestion: every question, what was answered, and what was not', () => {
    const questions = [{ question: 'Which colour?' }, { question: 'Which size?' }]
    const answers = { 'Which colour?': 'Blue' }
    expect(faceOf('AskUserQuestion', { input: { questions } }).subject).toBe('Which colour? (and 1 more)')
    expect(read('AskUserQuestion', { input: { questions }, structured: { answers }, result: 'x' })).toEqual([
      'Which colour?',
      'Blue',
      'Which size?',
      'Not answered',
    ])
    expect(read('AskUserQuestion', { input: { questions: [questions[0]] } })).toEqual([
      'Which colour?',
      'Not answered yet',
    ])
  })

  it('MCP: what it was given, links to resources, pictures, and any other block as a tree', () => {
    const content = [
      { type: 'text', text: 'Two were found.' },
      { type: 'resource_link', uri: 'https://birds.example/heron', name: 'The heron' },
      { type: 'resource_link', uri: 'file:///etc/passwd', name: 'Not to be opened' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'image', mimeType: 'image/svg+xml', data: 'AAAA' },
      { type: 'audio', seconds: 12 },
    ]
    const call: Call = { input: { query: 'birds' }, structured: { content }, result: 'x' }
    expect(faceOf('mcp__bird_watch__find_birds', call)).toEqual({
      name: 'Bird watch › Find birds',
      subject: 'birds',
      isCode: true,
    })
    const shown = html('mcp__bird_watch__find_birds', call)
    expect(shown).toContain(
      '<a href="https://birds.example/heron" target="_blank" rel="noopener noreferrer">The heron</a>',
    )
    expect(shown).toContain('<code>Not to be opened</code>')
    expect(shown.match(/<img/g)).toHaveLength(1)
    expect(read('mcp__bird_watch__find_birds', call)).toEqual([
      ...['What it was given', 'query', 'birds', 'What it gave', 'Two were found.', 'The heron', 'Not to be opened'],
      ...['A picture of a kind that is not shown.', 'type', 'audio', 'seconds', '12'],
    ])
  })

  it('unknown: what it was given and what it gave, as a tree', () => {
    const call: Call = {
      input: { place: 'harbour', at: { pier: 7 } },
      structured: { boats: [{ name: 'Ada' }, { name: 'Bob' }], isOpen: true },
      result: 'x',
    }
    expect(faceOf('CountBoats', call)).toMatchObject({ subject: 'harbour' })
    expect(read('CountBoats', call)).toEqual([
      ...['What it was given', 'place', 'harbour', 'at', 'pier', '7'],
      ...['What it gave', 'boats', '0', 'name', 'Ada', '1', 'name', 'Bob', 'isOpen', 'true'],
    ])
    expect(html('CountBoats', call)).toContain(
      '<ul class="json"><li><span class="quiet">pier</span> <code>7</code></li></ul>',
    )
    expect(read('CountBoats', { ...call, structured: undefined, result: 'seven' }).at(-1)).toBe('seven')
  })
})
