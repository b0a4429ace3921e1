import { computeHunks } from '../../diff/to-diff-lines.ts'
import { type Change, toChange } from '../../tools/edit/to-change.ts'
import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'

/** The change against the file as it is now; null where the text to replace is not there as it should be. */
export function toChangeInFile(input: unknown, content: string | null): Change | null {
  if (textOf(input, 'content') !== undefined) return toChange({ input, structured: { originalFile: content } })
  if (content === null) return null
  // The CLI looks for the text in a file without these, too.
  const before = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const edits = textOf(input, 'old_string') === undefined ? listOf(input, 'edits') : [input]
  const after = applyEdits(before, edits)
  return after === null ? null : { path: '', hunks: computeHunks(before, after), isNew: false, hasPlace: true }
}

function applyEdits(before: string, edits: readonly unknown[]): string | null {
  let text: string | null = edits.length === 0 ? null : before
  const put: string[] = []
  for (const edit of edits) {
    const [from, to] = [textOf(edit, 'old_string'), textOf(edit, 'new_string')]
    // The CLI refuses to change what it has just put there.
    if (text === null || !from || to === undefined || put.some((each) => each.includes(from))) return null
    text = replace(text, from, to, fieldOf(edit, 'replace_all') === true)
    put.push(to)
  }
  return text
}

function replace(text: string, from: string, to: string, isEverywhere: boolean): string | null {
  const places = text.split(from).length - 1
  if (places === 0 || (places > 1 && !isEverywhere)) return null
  // As the CLI does it: a line that is emptied goes with its end, and then only where there is one.
  const takesLine = to === '' && !from.endsWith('\n') && text.includes(`${from}\n`)
  return text.split(takesLine ? `${from}\n` : from).join(to)
}
