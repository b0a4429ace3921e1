import { type CallRow, type Row, toPlainText } from '@quarterdeck/transcript'
import type { RowTarget } from '../entry/find-row.ts'

/** Rows that have not changed are the same objects: what they say is put together once. */
const texts = new WeakMap<Row | CallRow, string>()

/** All that was said in these rows, call by call: each place where the words stand, from the first on. */
export function findInRows(rows: readonly Row[], words: string): RowTarget[] {
  const wanted = words.toLowerCase()
  if (wanted === '') return []
  return rows.flatMap((row): RowTarget[] => {
    if (row.kind !== 'tools') return textOfRow(row).includes(wanted) ? [{ rowKey: row.key }] : []
    return row.calls.flatMap((call) =>
      textOfCall(call).includes(wanted) ? [{ rowKey: row.key, callKey: call.key }] : [],
    )
  })
}

function textOfRow(row: Row): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = toSought(toText(row))
  texts.set(row, text)
  return text
}

function textOfCall(call: CallRow): string {
  const known = texts.get(call)
  if (known !== undefined) return known
  const inner = (call.rows ?? []).map(textOfRow)
  const said = [call.call.name, ...stringsIn(call.call.input), call.call.result ?? '']
  const text = [toSought(said.join('\n')), ...inner].join('\n')
  texts.set(call, text)
  return text
}

/** As it is read: a word in two colours is one word. */
const toSought = (text: string) => (text.includes('\u001b') ? toPlainText(text) : text).toLowerCase()

function toText(row: Row): string {
  switch (row.kind) {
    case 'user':
      return row.entry.text
    case 'tools':
      return row.calls.map(textOfCall).join('\n')
    case 'day':
      return row.day
    case 'hook':
      return [row.name, row.output ?? ''].join('\n')
    case 'other':
      return row.type
    default:
      return row.text
  }
}

/** Every text in a value, however deep; an input that holds itself cannot come from JSON. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}
