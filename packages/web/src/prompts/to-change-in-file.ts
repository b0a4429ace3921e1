import { computeHunks } from '../diff/to-diff-lines.ts'
import { fieldOf, listOf, textOf } from '../tools/read-field.ts'
import { type Change, toChange } from '../tools/to-change.ts'

/** What would change in the file as it is now; null where what is to be replaced is not there as it should be. */
export function toChangeInFile(input: unknown, before: string | null): Change | null {
  const content = textOf(input, 'content')
  if (content !== undefined) return toChange({ input, structured: { originalFile: before } })
  if (before === null) return null
  const edits = textOf(input, 'old_string') === undefined ? listOf(input, 'edits') : [input]
  let after: string | null = before
  for (const edit of edits) after = after === null ? null : replace(after, edit)
  if (after === null || edits.length === 0) return null
  return { path: '', hunks: computeHunks(before, after), isNew: false, hasPlace: true }
}

function replace(text: string, edit: unknown): string | null {
  const [from, to] = [textOf(edit, 'old_string'), textOf(edit, 'new_string')]
  if (from === undefined || to === undefined || from === '') return null
  const parts = text.split(from)
  const isEverywhere = fieldOf(edit, 'replace_all') === true
  return parts.length === 2 || (parts.length > 2 && isEverywhere) ? parts.join(to) : null
}
