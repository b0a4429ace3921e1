import { readFileSync } from 'node:fs'
import { toolSchemas } from '@quarterdeck/protocol/tools'
import type { CallRow, ToolStatus } from '@quarterdeck/transcript'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { SessionScopeContext } from '../session/session-scope.ts'
import { NotebookCells, PdfParts, PdfView } from './parts.ts'
import { ToolCall } from './ToolCall.tsx'
import { ToolGroup } from './ToolGroup.tsx'
import { findToolView } from './tool-views.ts'
import { OpennessContext } from './use-openness.ts'

interface Given {
  input?: unknown
  structured?: unknown
  result?: string
  status?: ToolStatus
  asked?: unknown
  userModified?: boolean
}

function toRow(name: string, { input = {}, structured, result, status = 'done', ...more }: Given): CallRow {
  const call = { kind: 'tool' as const, id: 'id', name, input, status, ...more }
  return {
    key: name + JSON.stringify(input),
    call: { ...call, ...(structured !== undefined && { structured }), ...(result !== undefined && { result }) },
  }
}

type More = Partial<CallRow['call']>

/** Its face as JSON, and its body. */
function draw(name: string, given: Given, more: More = {}): string {
  const row = toRow(name, given)
  const { toFace, Body } = findToolView(name)
  const whole = { ...row, call: { ...row.call, ...more } }
  return `${JSON.stringify(toFace(whole))}\n${renderToStaticMarkup(<Body row={whole} />)}`
}

/** As it stands in the conversation. */
function call(name: string, given: Given, more: More = {}): string {
  const row = toRow(name, given)
  const scope = { sessionId: 's1', projectPath: '/p', stopTask: () => undefined, answer: () => undefined }
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <SessionScopeContext.Provider value={scope}>
        <ToolCall row={{ ...row, call: { ...row.call, ...more } }} />
      </SessionScopeContext.Provider>
    </Router>,
  )
}

const recorded = readFileSync(new URL('../../../protocol/src/tools/recorded-calls.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { version: string; name: string; input: unknown; result: unknown })

/** What must be seen of each recorded call that did not fail. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  Bash: ['"subject":"Say hi"', 'cat b.txt</pre>', '<pre>hi</pre>'],
  Read: ['"note":"3 lines"', '1\n2\n3', 'one\ntwo'],
  Edit: ['"note":"+1 −1"', '<td class="diff-text">two</td>', '<td class="diff-text">three</td>'],
  Write: ['"note":"new file · +1 −0"', 'ccc'],
  TodoWrite: ['"note":"0 of 1 done"', '<li class="task-pending">', '> x<'],
  Task: ['"name":"Agent","subject":"sub"', 'What it was told', 'sub work'],
  Agent: ['"name":"Agent","subject":"sub"', 'What it was told', 'sub work'],
  AskUserQuestion: ['"subject":"Which?"', '<dt>Which?</dt>', '<dd>A</dd>'],
}

describe('views of tools', () => {
  beforeAll(() => Promise.all([PdfView, PdfParts, NotebookCells].map((part) => part.load())))

  it.each(recorded.map((call) => [`${call.name} of ${call.version}`, call] as const))(
    'draw %s as it was recorded',
    (_, call) => {
      const failed = typeof call.result === 'string'
      const given = failed ? { result: String(call.result), status: 'failed' as const } : { structured: call.result }
      const drawn = draw(call.name, { input: call.input, ...given })
      const words = failed ? [String(call.result).replace('Error: ', '')] : SHOWN[call.name]
      expect(words, call.name).toBeDefined()
      for (const word of words ?? []) expect(drawn).toContain(word)
    },
  )

  const NONSENSE = [
    undefined,
    null,
    3,
    'text',
    [],
    { file_path: 7, command: {}, questions: 'x', edits: [1], todos: [null] },
  ]
  it.each(Object.keys(toolSchemas))('draw %s whatever its fields are', (name) => {
    for (const input of NONSENSE)
      for (const structured of NONSENSE) {
        expect(() => draw(name, { input, structured })).not.toThrow()
        expect(() => draw(name, { input, structured, status: 'failed' })).not.toThrow()
      }
  })

  it('Bash: what Claude says of it is the line, the command and its output stand below, its exit code beside', () => {
    const input = { command: 'npm test', description: 'Run the tests' }
    const done = draw('Bash', { input, structured: { stdout: '\u001b[32mok\u001b[0m', stderr: 'a warning' } })
    expect(done).toContain('"subject":"Run the tests"')
    expect(done).toContain('npm test')
    expect(done).toContain('<span class="terminal-green">ok</span>')
    expect(done).toContain('a warning')
    expect(done).not.toContain('exit code')
    const failed = call('Bash', { input, result: 'Error: Exit code 3\nno', status: 'failed' })
    expect(failed).toContain(
      '<span class="tool-subject">Run the tests</span><span class="tool-note">exit code 3</span>',
    )
    expect(failed).toContain('<span class="tool-status">failed')
  })

  it('Bash: of a command that failed the exit code is red, and what it wrote is not; what the CLI says is', () => {
    const fail = (result: string) => draw('Bash', { input: { command: 'false' }, result, status: 'failed' })
    const failed = fail('Error: Exit code 3\nno')
    expect(failed).toContain('"note":"exit code 3"')
    expect(failed).toContain('<pre>no</pre><p class="error">Exit code 3</p>')
    expect(fail('Exit code 1')).toContain('<p class="error">Exit code 1. It wrote nothing.</p>')
    expect(fail('<tool_use_error>No such tool.</tool_use_error>')).toContain('<pre class="error">No such tool.</pre>')
  })

  it('a call that was changed before it ran shows what ran, says so in its line, and has what was asked behind a fold', () => {
    const description = 'Touch a harmless file'
    const changed = {
      input: { command: 'touch really-ran.txt', description },
      asked: { command: 'touch harmless.txt', description },
    }
    const drawn = draw('Bash', { ...changed, userModified: true })
    expect(drawn).toContain('"subject":"touch really-ran.txt","isCode":true,"note":"modified by you"')
    expect(drawn).toMatch(
      /<pre>.*really-ran\.txt<\/pre>.*As asked.*<dt>Command<\/dt><dd><pre>touch harmless\.txt<\/pre>/s,
    )
    // What is the same in both is not said again.
    expect(drawn).not.toContain(description)
    const asked = { file_path: '/a.txt', content: 'asked' }
    const done = draw('Write', { asked, input: { ...asked, content: 'done' } })
    expect(done).toContain('"note":"changed before it ran · +1 −0"')
    for (const name of ['Read', 'WebFetch', 'Agent', 'mcp__gallery__paint', 'Another'])
      expect(draw(name, { ...changed, userModified: true })).toMatch(/"note":"modified by you.*harmless\.txt/s)
    const rows = ['a', 'b', 'c'].map((command) => toRow('Bash', { ...changed, input: { command } }))
    expect(renderToStaticMarkup(<ToolGroup calls={rows} />)).not.toContain('tool-group')
  })

  it('Bash: how long it runs, what it has written until now, and that it went into the background', () => {
    const startedAt = new Date(Date.now() - 65_000).toISOString()
    const running = { input: { command: 'npm test' }, status: 'running' as const }
    expect(call('Bash', running, { startedAt })).toMatch(/<span class="tool-status">running · 1 min [56] s/)
    expect(draw('Bash', running, { progress: '12 of 40 passed' })).toContain('<pre>12 of 40 passed</pre>')
    expect(call('Bash', { input: { command: 'npm test' } }, { elapsedMs: 4200 })).toContain('4.2 s')
    const input = { command: 'npm run dev', run_in_background: true }
    const behind = draw('Bash', { input, structured: { stdout: '', stderr: '', backgroundTaskId: 'b1' } })
    expect(behind).toContain('"note":"in the background"')
    expect(behind).toContain('It went on in the background.')
    expect(behind).not.toContain('It wrote nothing.')
  })

  it('Edit: a diff with its counts, from the patch of the CLI or from what is asked for', () => {
    const asked = draw('Edit', {
      input: { file_path: '/p/a.ts', old_string: 'a\nb', new_string: 'a\nc' },
      status: 'waiting',
    })
    expect(asked).toContain('"note":"+1 −1"')
    // What was the last line of the piece is not, afterwards; it is the same line all the same.
    const longer = { file_path: '/p/a.ts', old_string: 'a\nb', new_string: 'c\nb\nd' }
    expect(draw('Edit', { input: longer, status: 'waiting' })).toContain('"note":"+2 −1"')
    const lines = [' one', '-two', '+three']
    const structured = { structuredPatch: [{ oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines }] }
    expect(draw('Edit', { input: { file_path: '/p/a.ts' }, structured })).toContain('<td class="diff-number">10</td>')
  })

  it('Edit: says that you changed it, and leads to the versions of its file', () => {
    const input = { file_path: '/p/src/a.ts', old_string: 'x', new_string: 'y' }
    expect(draw('Edit', { input })).not.toContain('modified by you')
    expect(draw('Edit', { input }, { userModified: true })).toContain('"note":"modified by you · +1 −1"')
    const shown = call('Edit', { input })
    expect(shown).toContain('aria-label="Edit, src/a.ts, +1 −1"')
    expect(shown).toContain('href="/files?session=s1&amp;file=%2Fp%2Fsrc%2Fa.ts">Versions of this file</a>')
    expect(call('Edit', { input, status: 'waiting' })).not.toContain('Versions of this file')
  })

  it('MultiEdit: each of its edits', () => {
    const edits = [
      { old_string: 'one', new_string: 'two' },
      { old_string: 'red', new_string: 'blue\ngreen' },
    ]
    const shown = draw('MultiEdit', { input: { file_path: '/p/a.ts', edits } })
    expect(shown).toContain('"note":"+3 −2"')
    for (const word of ['one', 'two', 'red', 'blue', 'green']) expect(shown).toContain(`>${word}<`)
  })

  it('Edit: a long change is drawn in part, until all of it is asked for', () => {
    const content = Array.from({ length: 3000 }, (_, line) => `line ${line}.`).join('\n')
    const shown = draw('Write', { input: { file_path: '/p/long.txt', content } })
    expect(shown).toContain('Show all 3,000 lines')
    expect(shown).toContain('line 79.')
    expect(shown).not.toContain('line 80.')
    expect(draw('Write', { input: { file_path: '/p/a.txt', content: 'short' } })).not.toContain('Show all')
  })

  it('Write: a new file is read as a file is, in its colours, the rest of a long one on demand', () => {
    const structured = { type: 'create', originalFile: null, structuredPatch: [] }
    const write = (content: string) => draw('Write', { input: { file_path: '/p/c.ts', content }, structured })
    const shown = write('const one = 1\nconst two = 2\n')
    expect(shown).toContain('<section class="file-text" aria-label="/p/c.ts"')
    expect(shown).toContain('aria-hidden="true">1\n2</pre>')
    expect(shown).not.toContain('aria-label="Diff"')
    const long = write('x\n'.repeat(1200))
    expect(long).toContain('Show all 1,200 lines')
    expect(long).not.toContain('\n81')
    expect(write('')).toContain('The file is empty.')
  })

  it('Write: a new file is said to be one', () => {
    const structured = { type: 'create', filePath: '/p/c.txt', content: 'ccc', structuredPatch: [], originalFile: null }
    expect(draw('Write', { input: { file_path: '/p/c.txt', content: 'ccc' }, structured })).toContain(
      'new file · +1 −0',
    )
  })

  it('Read: lines with their numbers, pictures as pictures, and no kind of picture that could hold a script', () => {
    const file = { filePath: '/p/a', content: 'x\ny', numLines: 2, startLine: 41, totalLines: 90 }
    expect(draw('Read', { input: { file_path: '/p/a' }, structured: { type: 'text', file } })).toContain('41\n42')
    const picture = (type: string) => draw('Read', { structured: { type: 'image', file: { type, base64: 'AAAA' } } })
    expect(picture('image/png')).toContain('src="data:image/png;base64,AAAA"')
    expect(picture('image/svg+xml')).not.toContain('<img')
  })

  it('Read: a PDF can be saved, and says how large it is and how many pages Claude saw', () => {
    const file = { base64: 'JVBERi0=', originalSize: 300_000 }
    const pdf = draw('Read', { input: { file_path: '/a/tides.pdf' }, structured: { type: 'pdf', file } })
    expect(pdf).toMatch(/A PDF of 293 KB.*aria-label="Save tides\.pdf"/)
    expect(draw('Read', { structured: { type: 'pdf', file: { originalSize: 3 } } })).not.toContain('<button')
    const parts = { type: 'parts', file: { originalSize: 3_000_000, count: 4 }, pages: [] }
    expect(draw('Read', { structured: parts })).toContain('A PDF of 2.9 MB. Claude saw 4 pages of it.')
  })

  it('questions and plans: what was asked, what was answered', () => {
    const input = { questions: [{ question: 'Which?', options: [{ label: 'A' }] }] }
    expect(draw('AskUserQuestion', { input, structured: { answers: { 'Which?': 'A' } } })).toContain('<dd>A</dd>')
    expect(draw('ExitPlanMode', { input: { plan: '# Plan\n- one' } })).toContain('<h3>Plan</h3>')
  })

  it('MCP: the server and the tool in words, pictures and links of what it gave', () => {
    const shown = draw('mcp__github__search_repositories', {
      input: { query: 'x' },
      structured: [
        { type: 'text', text: 'found' },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'resource_link', uri: 'https://example.com/', name: 'the page' },
      ],
    })
    expect(shown).toContain('GitHub › Search repositories')
    expect(shown).toContain('data:image/png;base64,AAAA')
    expect(shown).toContain('>the page</a>')
  })

  it('an agent in the background says in its line how it fares, which its call does not', () => {
    const line = (status: 'running' | 'done' | 'failed' | 'stopped', isBackground?: true) => {
      const row = toRow('Agent', { input: { description: 'Scout' } })
      return findToolView('Agent').toFace({
        ...row,
        agent: { status, type: 'Explore', ...(isBackground && { isBackground }) },
      })
    }
    expect(line('running', true).note).toBe('at work · Explore')
    expect(line('done', true).note).toBe('done · Explore')
    expect(line('stopped', true).note).toBe('stopped · Explore')
    expect(line('failed', true).note).toBe('failed · Explore')
    expect(line('done').note).toBe('Explore')
  })

  it('an error reads as a sentence', () => {
    const result = '<tool_use_error>File has not been read yet.</tool_use_error>'
    for (const said of [result, `Error: ${result}`, result.replace('File', 'Error: File')])
      expect(draw('Edit', { result: said, status: 'failed' })).toContain(
        '<pre class="error">File has not been read yet.</pre>',
      )
  })

  it('several that only looked at things fold into a line, and what changed something stands alone', () => {
    const reads = ['a', 'b', 'c'].map((name) => toRow('Read', { input: { file_path: `/p/${name}` } }))
    const grep = toRow('Grep', { input: { pattern: 'redirect' } })
    const edit = toRow('Edit', { input: { file_path: '/p/a', old_string: 'x', new_string: 'y' } })
    const shown = renderToStaticMarkup(<ToolGroup calls={[...reads, grep, edit]} />)
    expect(shown).toContain('>Read 3 files · Grep &quot;redirect&quot;<')
    expect(shown).toContain('aria-label="Edit, /p/a, +1 −1"')
  })

  it('text of a tool is text, in every field', () => {
    const hostile = '<img src=x onerror=alert(1)>'
    for (const name of [...Object.keys(toolSchemas), 'mcp__a__b', 'Unheard']) {
      const fields = [
        'command',
        'description',
        'file_path',
        'pattern',
        'url',
        'query',
        'prompt',
        'plan',
        'skill',
        'content',
      ]
      const input = Object.fromEntries(fields.map((field) => [field, hostile]))
      const shown = [
        draw(name, { input, result: hostile }),
        draw(name, { input, result: hostile, structured: { stdout: hostile, content: hostile, results: [hostile] } }),
        draw(name, { input, result: hostile, status: 'failed' }),
      ]
      expect(shown.join('').replaceAll(/\{.*\}\n/g, '')).not.toContain('<img src=x')
    }
  })
})

describe('what stands open', () => {
  const bash = (command: string, status: ToolStatus = 'done') => toRow('Bash', { input: { command }, status })
  const drawWith = (choices: Map<string, boolean>, calls: readonly CallRow[]) =>
    renderToStaticMarkup(
      <Router ssrPath="/">
        <OpennessContext value={{ choices, revealed: new Set() }}>
          <ToolGroup calls={calls} />
        </OpennessContext>
      </Router>,
    )
  const countOpen = (markup: string) => markup.split('<details open').length - 1

  it('is a call that was opened by hand also when it folds into a line with others', () => {
    const [one, two, three] = [bash('one'), bash('two'), bash('three')]
    const choices = new Map([[two.key, true]])
    expect(countOpen(drawWith(choices, [one, two, bash('three', 'running')]))).toBe(1)
    // The line, and the call in it.
    expect(countOpen(drawWith(choices, [one, two, three]))).toBe(2)
    // The line stays open when the call is closed, until it is closed itself.
    choices.set(two.key, false)
    expect(countOpen(drawWith(choices, [one, two, three]))).toBe(1)
    choices.set(`folded ${one.key}`, false)
    expect(countOpen(drawWith(choices, [one, two, three]))).toBe(0)
  })

  it('is a line of calls also when one that stood before it joins it', () => {
    const calls = [bash('two'), bash('three'), bash('four')]
    const choices = new Map([[`folded ${calls[0]?.key}`, true]])
    expect(countOpen(drawWith(choices, [bash('one', 'running'), ...calls]))).toBe(1)
    expect(countOpen(drawWith(choices, [bash('one'), ...calls]))).toBe(1)
  })

  it('is an agent that was read while it worked, when it has ended, until it is closed', () => {
    const choices = new Map<string, boolean>()
    const agent = (status: ToolStatus) => toRow('Agent', { input: { description: 'Scout' }, status })
    expect(countOpen(drawWith(choices, [agent('running')]))).toBe(1)
    expect(countOpen(drawWith(choices, [agent('done')]))).toBe(1)
    choices.set(agent('done').key, false)
    expect(countOpen(drawWith(choices, [agent('done')]))).toBe(0)
    expect(countOpen(drawWith(new Map(), [agent('done')]))).toBe(0)
  })
})

describe('the name of a call and of a file, for whoever hears it', () => {
  it('says what no eye sees', () => {
    const file_path = '/p/safe\u202etxt.exe'
    const structured = { type: 'text', file: { filePath: file_path, content: 'x', startLine: 1, totalLines: 1 } }
    const drawn = draw('Read', { input: { file_path }, structured }).split('\n').at(-1) ?? ''
    for (const html of [drawn, call('Read', { input: { file_path }, structured })]) {
      expect(html).toMatch(/aria-label="[^"]*\\u\{202e\}/)
      expect(html).not.toMatch(/aria-label="[^"]*\u202e/)
    }
  })
})
