import { type CallRow, type Row, toPlainText } from '@quarterdeck/transcript'
import { toValueText } from '../../text/visible-text.ts'

/** A row as plain words, for the clipboard: what was said, without who said it and without marks. */
export function toRowText(row: Row): string {
  switch (row.kind) {
    case 'user':
      return row.entry.text
    case 'tools':
      return row.calls.map(toCallText).join('\n\n')
    case 'day':
      return row.day
    case 'hook':
      return [`Hook ${row.name}, ${row.status}`, toPlainText(row.output ?? '')].filter((part) => part !== '').join('\n')
    case 'output':
      return toPlainText(row.text)
    case 'other':
      return row.type
    default:
      return row.text
  }
}

/** A command is copied so that it can be run; other inputs as they are. */
function toCallText({ call, rows = [] }: CallRow): string {
  const { command } = (call.input ?? {}) as { command?: unknown }
  const input = typeof command === 'string' ? `$ ${command}` : `${call.name} ${toValueText(call.input)}`
  return [input, toPlainText(call.result ?? ''), ...rows.map(toRowText)].filter((part) => part !== '').join('\n')
}
