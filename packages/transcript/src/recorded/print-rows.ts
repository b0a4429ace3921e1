import { toNoticeText } from '../export/notice-text.ts'
import type { CallRow, Row } from '../rows/row.ts'

const WIDTH = 110

interface Printing {
  indent: string
  /** Nothing is cut, and results are there as data too. */
  isWhole: boolean
}

/** Rows as text, in a line or two each, without anything that differs from run to run. */
export function printRows(rows: readonly Row[], printing: Printing = { indent: '', isWhole: false }): string {
  return rows.map((row) => `${printing.indent}${printRow(row, printing)}\n`).join('')
}

function printRow(row: Row, printing: Printing): string {
  const cut = (text: string) => toLine(text, printing)
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
      return row.calls.map((call) => printCall(call, printing)).join(`\n${printing.indent}`)
    case 'notice':
      return `(${row.tone}) ${cut(toNoticeText(row))}`
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

function printCall({ call, agent, rows, isDraft }: CallRow, printing: Printing): string {
  const { indent, isWhole } = printing
  const cut = (text: string) => toLine(text, printing)
  const result = call.result === undefined || call.result === '' ? '' : ` → ${cut(call.result)}`
  const data = isWhole && call.structured !== undefined ? ` = ${JSON.stringify(call.structured)}` : ''
  const edited = call.decision?.updatedInput === undefined ? '' : ', edited'
  const notes = [
    call.userModified ? ' (changed by the person)' : call.asked === undefined ? '' : ' (not as asked)',
    call.decision === undefined ? '' : ` [${call.decision.outcome}${edited}]`,
  ].join('')
  const input = cut(JSON.stringify(call.input) ?? '')
  const head = `${call.name}${isDraft ? ' (writing)' : ''} ${input} — ${call.status}${notes}${result}${data}`
  if (rows === undefined) return head
  const who = [agent?.type ?? 'agent', agent?.status, agent?.model].filter(Boolean).join(', ')
  return `${head}\n${indent}  Subagent ${who}\n${printRows(rows, { indent: `${indent}    `, isWhole })}`.trimEnd()
}

function toLine(text: string, { isWhole }: Printing): string {
  const line = text.trim().replaceAll('\n', '⏎')
  return line.length > WIDTH && !isWhole ? `${line.slice(0, WIDTH)}…` : line
}
