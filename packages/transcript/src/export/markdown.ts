import { toCallEnd, toCallLine } from '../calls/call-line.ts'
import type { CallRow, Row } from '../rows/row.ts'
import { rows } from '../rows/rows.ts'
import type { SessionState } from '../state/session-state.ts'
import { toTitle } from '../state/title.ts'
import { closeMarkdown } from './close-markdown.ts'
import { toDataText } from './data-text.ts'
import { toNoticeText } from './notice-text.ts'
import { toPlainText } from './plain-text.ts'
import { toSessionFacts } from './session-facts.ts'

/** The conversation as a Markdown file. */
export function toMarkdown(state: SessionState): string {
  const title = escapeMarkdown(toTitle(state.titles))
  const facts = toSessionFacts(state).map(escapeMarkdown).join(' · ')
  return `# ${title}\n\n${facts === '' ? '' : `*${facts}*\n\n`}${printRows(rows(state), 2)}`.trimEnd().concat('\n')
}

/** A row as Markdown, for the clipboard. */
export function toRowMarkdown(row: Row): string {
  return printRow(row, 2)
}

function printRows(list: readonly Row[], level: number): string {
  return list.map((row) => `${printRow(row, level)}\n\n`).join('')
}

function printRow(row: Row, level: number): string {
  const heading = (words: string) => `${'#'.repeat(Math.min(level, 6))} ${words}`
  switch (row.kind) {
    case 'user': {
      const { text, attachments = [], rejected } = row.entry
      const extras = [
        ...(attachments.length > 0 ? [`*With ${escapeMarkdown(attachments.join(', '))}*`] : []),
        ...(rejected === undefined ? [] : [`*A hook did not let it through: ${escapeMarkdown(rejected)}*`]),
      ]
      return [heading('You'), quote(text), ...extras].join('\n\n')
    }
    case 'text':
      return `${heading('Claude')}\n\n${row.isError ? quote(row.text) : closeMarkdown(row.text)}`
    case 'thinking':
      return `${heading('Thinking')}\n\n${row.isRedacted ? '*Not shown by the API.*' : quote(row.text)}`
    case 'tools':
      return row.calls.map((call) => printCall(call, level)).join('\n\n')
    case 'notice':
      return `*${escapeMarkdown(toNoticeText(row))}*`
    case 'separator':
      return `*${escapeMarkdown(row.text)}*`
    case 'output':
      return fence(row.text)
    case 'summary':
      return `${heading('What was compacted')}\n\n${quote(row.text)}`
    case 'day':
      return `*${row.day}*`
    case 'hook':
      return `*Hook ${escapeMarkdown(row.name)}, ${row.status}*`
    case 'hidden':
      return `*(${row.why})*\n\n${fence(row.text)}`
    case 'other':
      return `*(${escapeMarkdown(row.type)})*`
  }
}

function printCall({ call, rows: inner = [] }: CallRow, level: number): string {
  const head = `${'#'.repeat(Math.min(level, 6))} ${escapeMarkdown(`${toCallLine(call)} — ${toCallEnd(call)}`)}`
  const input = fence(toDataText(call.input), 'json')
  const asked = call.asked === undefined ? [] : ['*As asked:*', fence(toDataText(call.asked), 'json')]
  const result = call.result ? [fence(call.result)] : []
  return [head, input, ...asked, ...result, ...(inner.length > 0 ? [printRows(inner, level + 1).trimEnd()] : [])].join(
    '\n\n',
  )
}

/** A code block whose fence is longer than any in the text: the output of a tool must not close it. */
function fence(text: string, language = ''): string {
  const plain = toPlainText(text)
  let longest = 2
  for (const [found] of plain.matchAll(/`+/g)) longest = Math.max(longest, found.length)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${plain}\n${ticks}`
}

function quote(text: string): string {
  return closeMarkdown(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

function escapeMarkdown(text: string): string {
  return toPlainText(text)
    .replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
