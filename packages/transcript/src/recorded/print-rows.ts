import type { CallRow, Row } from '../row.ts'

const WIDTH = 110

/** Rows as text to read: what the page would show, in a line or two each. Nothing that differs from run to run. */
export function printRows(rows: readonly Row[], indent = ''): string {
  return rows.map((row) => `${indent}${printRow(row, indent)}\n`).join('')
}

function printRow(row: Row, indent: string): string {
  switch (row.kind) {
    case 'user': {
      const { text, attachments = [], pastes = [], rejected } = row.entry
      const extras = [...attachments.map((type) => ` [${type}]`), ...pastes.map((paste) => ` {${paste}}`)].join('')
      return `You: ${cut(text)}${extras}${rejected === undefined ? '' : ` — rejected: ${cut(rejected)}`}`
    }
    case 'text':
      return `Claude${row.isError ? ' (error)' : ''}${row.isDraft ? ' (writing)' : ''}: ${cut(row.text)}`
    case 'thinking':
      return `Thinking${row.isDraft ? ' (writing)' : ''}: ${row.isRedacted ? '(redacted)' : cut(row.text)}`
    case 'tools':
      return row.calls.map((call) => printCall(call, indent)).join(`\n${indent}`)
    case 'notice':
      return `(${row.tone}) ${cut(row.text)}`
    case 'output':
      return `${row.stream}: ${cut(row.text)}`
    case 'separator':
      return `─── ${row.text}`
    case 'summary':
      return `Summary: ${cut(row.text)}`
    case 'hook':
      return `Hook ${row.name}, ${row.status}${row.output === undefined ? '' : `: ${cut(row.output)}`}`
    case 'hidden':
      return `(${row.why}) ${cut(row.text)}`
    case 'day':
      return `─── ${row.day}`
    case 'other':
      return `(${row.type})`
  }
}

function printCall({ call, agent, rows, isDraft }: CallRow, indent: string): string {
  const result = call.result === undefined || call.result === '' ? '' : ` → ${cut(call.result)}`
  const notes = [
    call.userModified ? ' (changed by the person)' : '',
    call.decision === undefined ? '' : ` [${call.decision.outcome}]`,
  ].join('')
  const head = `${call.name}${isDraft ? ' (writing)' : ''} ${cut(JSON.stringify(call.input) ?? '')} — ${call.status}${notes}${result}`
  if (rows === undefined) return head
  const who = `\n${indent}  Subagent ${agent?.type ?? ''}, ${agent?.status ?? ''}${agent?.model === undefined ? '' : `, ${agent.model}`}`
  return `${head}${who}\n${printRows(rows, `${indent}    `)}`.trimEnd()
}

function cut(text: string): string {
  const line = text.trim().replaceAll('\n', '⏎')
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line
}
