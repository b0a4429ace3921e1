import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseLine } from '@quarterdeck/protocol'
import { fold, initialState, type Row, rows, type SessionEvent } from '@quarterdeck/transcript'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { LazyTerminalText } from '../../ansi/LazyTerminalText.ts'
import { ErrorAdvice } from '../entry/parts.ts'
import { ToolGroup } from '../parts.tsx'
import { RowView } from './RowView.tsx'

const folder = new URL('../../../../testkit/recordings/', import.meta.url).pathname
const recordings = globSync(`${folder}/*/*.ndjson`).map(
  (path) => [`${basename(path, '.ndjson')} of ${path.split('/').at(-2)}`, path] as const,
)

function toEvents(path: string): SessionEvent[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { dir: string; line?: string })
    .flatMap(({ dir, line = '' }): SessionEvent[] => {
      const parsed = dir === 'in' || dir === 'out' ? parseLine(line) : null
      return parsed?.kind === 'message'
        ? [{ kind: 'message', message: parsed.message, from: dir === 'in' ? 'host' : 'cli' }]
        : []
    })
}

const say = (message: object): SessionEvent => {
  const parsed = parseLine(JSON.stringify({ session_id: 's', uuid: crypto.randomUUID(), ...message }))
  if (parsed.kind !== 'message') throw new Error(`No message: ${JSON.stringify(message)}`)
  return { kind: 'message', message: parsed.message, from: 'cli' }
}

function toRows(events: readonly SessionEvent[]): readonly Row[] {
  return rows(events.reduce(fold, initialState), { everything: true })
}

function draw(row: Row): string {
  const html = renderToStaticMarkup(<RowView row={row} goesOn={false} />)
  const text = html.replace(/<[^>]*>/g, '')
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

describe('an entry', () => {
  beforeAll(() => Promise.all([ToolGroup.load(), LazyTerminalText.load(), ErrorAdvice.load()]))

  it.each(recordings)('is drawn for every row of %s', (_, path) => {
    const all = toRows(toEvents(path))
    for (const row of all) {
      const drawn = draw(row)
      expect(drawn.trim(), row.kind).not.toBe('')
      if (row.kind === 'notice' || row.kind === 'separator') expect(drawn).toContain(row.text)
      if (row.kind === 'user') expect(drawn).toContain(row.entry.text)
    }
  })

  const drawAll = (...messages: object[]) => toRows(messages.map(say)).map(draw).join('\n')

  it('tells of a hook: that it runs, what became of it, and what it wrote when it is opened', () => {
    const hook = { type: 'system', hook_id: 'h', hook_name: 'PreToolUse:Bash', hook_event: 'PreToolUse' }
    const begun = { ...hook, subtype: 'hook_started' }
    expect(drawAll(begun)).toContain('Hook PreToolUse:Bash, running')
    const ended = { ...hook, subtype: 'hook_response', output: 'no', stdout: '', stderr: 'no', exit_code: 2 }
    expect(drawAll(begun, { ...ended, outcome: 'error' })).toContain('Hook PreToolUse:Bash, failed')
    expect(drawAll(begun, { ...ended, exit_code: 0, outcome: 'success' })).toContain('Hook PreToolUse:Bash, done')
  })

  it('separates what was compacted', () => {
    const compacted = {
      type: 'system',
      subtype: 'compact_boundary',
      compact_metadata: { trigger: 'manual', pre_tokens: 1000 },
    }
    expect(drawAll(compacted)).toMatch(/compacted/i)
  })

  it('shows thinking, words and the input of a tool while they are written', () => {
    const event = (given: object) => ({ type: 'stream_event', parent_tool_use_id: null, event: given })
    const block = (index: number, content: object, delta: object) => [
      event({ type: 'content_block_start', index, content_block: content }),
      event({ type: 'content_block_delta', index, delta }),
    ]
    const drawn = drawAll(
      event({
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'x' },
      }),
      ...block(0, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'Let me see' }),
      ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'I will look' }),
      ...block(
        2,
        { type: 'tool_use', id: 't', name: 'Bash', input: {} },
        { type: 'input_json_delta', partial_json: '{"command":"ls -la' },
      ),
    )
    expect(drawn).toContain('Thinking')
    expect(drawn).toContain('I will look')
    expect(drawn).toContain('ls -la')
  })

  it('tells of retries, limits, words of the CLI and output of commands, each as a line', () => {
    const retry = {
      type: 'system',
      subtype: 'api_retry',
      attempt: 2,
      max_retries: 10,
      retry_delay_ms: 1,
      error_status: 529,
    }
    const limit = {
      type: 'rate_limit_event',
      rate_limit_info: { status: 'rejected', rateLimitType: 'five_hour', resetsAt: 1_777_000_000 },
    }
    const output = { type: 'system', subtype: 'local_command_output', content: 'Total cost: $1' }
    const drawn = drawAll(retry, limit, { type: 'system', subtype: 'notification', text: 'Look here' }, output)
    expect(drawn).toContain('The API failed (529); attempt 2 of 10 follows.')
    expect(drawn).toMatch(/The five-hour limit of the plan is reached\. It resets on .*Apr.* at .*\d\d/)
    expect(drawn).toContain('Look here')
    expect(drawn).toContain('Total cost: $1')
  })

  it('marks a warning with a sign, and not what is only said', () => {
    const html = (row: Row) => renderToStaticMarkup(<RowView row={row} goesOn={false} />)
    const notice = (tone: 'info' | 'warning') =>
      html({ kind: 'notice', key: 'n', tone, text: 'Another model answers.' })
    expect(notice('info')).toBe('<p class="quiet">Another model answers.</p>')
    expect(notice('warning')).toBe(
      '<p class="warning"><span role="img" aria-label="Warning">△ </span>Another model answers.</p>',
    )
  })

  it('says what to do below an error of the API', () => {
    const content = [{ type: 'text', text: 'API Error: 529 Overloaded' }]
    const message = { id: 'm', role: 'assistant', model: '<synthetic>', content }
    const drawn = drawAll({ type: 'assistant', parent_tool_use_id: null, error: 'overloaded', message })
    expect(drawn).toBe('ClaudeAPI Error: 529 OverloadedSend the message again in a while: the API could not answer.')
  })

  it('says behind the names of folded calls what they were for, where the CLI tells it', () => {
    const ids = ['t1', 't2', 't3']
    const content = ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: `/${id}.txt` } }))
    const results = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' }))
    const calls = [
      { type: 'assistant', parent_tool_use_id: null, message: { id: 'm', role: 'assistant', model: 'opus', content } },
      { type: 'user', parent_tool_use_id: null, message: { role: 'user', content: results } },
    ]
    const summary = { type: 'tool_use_summary', summary: 'Read the routes', preceding_tool_use_ids: ids }
    expect(drawAll(...calls)).toBe('ClaudeRead 3 files')
    expect(drawAll(...calls, summary)).toBe('ClaudeRead 3 files — Read the routes')
  })

  it('shows what a command could not do as an error', () => {
    const content = '<local-command-stderr>Unknown model: x</local-command-stderr>'
    const [row] = toRows([say({ type: 'user', parent_tool_use_id: null, message: { role: 'user', content } })])
    expect(row?.kind).toBe('output')
    const html = renderToStaticMarkup(<RowView row={row as Row} goesOn={false} />)
    expect(html).toBe('<pre class="error">Unknown model: x</pre>')
  })

  const drawOutput = (content: string) => {
    const [row] = toRows([say({ type: 'user', parent_tool_use_id: null, message: { role: 'user', content } })])
    return renderToStaticMarkup(<RowView row={row as Row} goesOn={false} />)
  }

  it('draws what a command wrote for a terminal as one would, and Markdown as such, but not that of the shell', () => {
    const wrote = (text: string) => drawOutput(`<local-command-stdout>${text}</local-command-stdout>`)
    expect(wrote('Set model to \u001b[1mOpus\u001b[22m')).toBe(
      '<pre class="quiet">Set model to <span class="terminal-bold">Opus</span></pre>',
    )
    expect(wrote('## Context Usage\n\nModel: opus')).toContain('<h4>Context Usage</h4>')
    expect(wrote('| What | Tokens |\n|---|---|\n| Tools | 12 |')).toContain('<td>Tools</td>')
    expect(wrote('Total cost: $1\n- none')).toBe('<pre class="quiet">Total cost: $1\n- none</pre>')
    expect(drawOutput('<bash-stdout># a script</bash-stdout>')).toBe('<pre class="quiet"># a script</pre>')
  })

  it('has the pictures that came with a prompt closed, and names what else came', () => {
    const content = [
      { type: 'text', text: 'Like [Image #1]' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
    ]
    const drawn = drawAll({ type: 'user', parent_tool_use_id: null, message: { role: 'user', content } })
    expect(drawn).toBe('YouLike [Image #1]With document2 pictures')
  })

  it('says that a hook did not let a prompt through', () => {
    const content = 'UserPromptSubmit operation blocked by hook:\nNot this.\n\nOriginal prompt: Say it.'
    expect(drawAll({ type: 'system', subtype: 'informational', content })).toContain(
      'A hook did not let it through: Not this.',
    )
  })

  it('shows what no eye sees in the words of hooks, of the CLI and of separators, and obeys no terminal', () => {
    const hostile = 'safe\u001b[31m red\u202e gnirts\u200b'
    const html = (row: Row) => renderToStaticMarkup(<RowView row={row} goesOn={false} />)
    const entry = { id: 'u', text: 'Say it.', rejected: hostile }
    const rows = [
      { kind: 'user', key: 'u', entry },
      { kind: 'notice', key: 'n', tone: 'warning', text: hostile },
      { kind: 'separator', key: 's', text: hostile },
      { kind: 'separator', key: 't', text: hostile, taskId: 't' },
      { kind: 'hidden', key: 'h', why: hostile, text: '' },
    ] as unknown as Row[]
    for (const row of rows) {
      expect(html(row)).toContain('safe red[U+202E] gnirts\\u{200b}')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(html(row)).not.toMatch(/[\u001b\u202e\u200b]/)
    }
  })
})
