import { type CallRow, type Row, toPlainText } from '@quarterdeck/transcript'
import type { RowTarget } from '../entry/find-row.ts'

/** Rows that have not changed are the same objects: what they say is put together once. */
const texts = new WeakMap<Row | CallRow, string>()

/** All that was said in these rows, call by call and also in agents: each place where the words stand, from the first on. */
export function findInRows(rows: readonly Row[], words: string): RowTarget[] {
  const wanted = words.toLowerCase()
  if (wanted === '') return []
  return rows.flatMap((row): RowTarget[] => {
    if (row.kind !== 'tools') return textOfRow(row).includes(wanted) ? [{ rowKey: row.key }] : []
    return findInCalls(row.calls, wanted).map(([callKey, ...inside]) => ({
      rowKey: row.key,
      ...(callKey !== undefined && { callKey }),
      ...(inside.length > 0 && { inside }),
    }))
  })
}

/** The calls on the way to each place, and the entry itself. */
function findInCalls(calls: readonly CallRow[], wanted: string): string[][] {
  return calls.flatMap((call) => {
    const inner = (call.rows ?? []).flatMap((row) => {
      if (row.kind === 'tools') return findInCalls(row.calls, wanted)
      return textOfRow(row).includes(wanted) ? [[row.key]] : []
    })
    // The result of an agent's call repeats the agent's own last text.
    const text = inner.length > 0 ? textOfInput(call) : textOfCall(call)
    return [...(text.includes(wanted) ? [[call.key]] : []), ...inner.map((path) => [call.key, ...path])]
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
  const text = [textOfInput(call), toSought(call.call.result ?? '')].join('\n')
  texts.set(call, text)
  return text
}

function textOfInput({ call: { name, input } }: CallRow): string {
  return toSought([name, ...stringsIn(input)].join('\n'))
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
