import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseLine } from '@quarterdeck/protocol'
import { fold, initialState, type Row, rows, type SessionEvent } from '@quarterdeck/transcript'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RowView } from './RowView.tsx'

const folder = new URL('../../../testkit/recordings/', import.meta.url).pathname
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
})
