import { toMention } from '../../live/message-content.ts'

/** The word at the caret that can be completed, and its range in the text. */
export interface Completion {
  kind: 'commands' | 'files'
  query: string
  start: number
  end: number
}

/** A command at the very beginning, or a file behind an `@` that begins a word. */
export function findCompletion(text: string, caret: number): Completion | null {
  const before = text.slice(0, caret)
  if (/^\/\S*$/.test(before)) return { kind: 'commands', query: before.slice(1), start: 0, end: caret }
  const file = /(?:^|\s)(@(?:"([^"\n]*)|([^\s"]\S*)?))$/.exec(before)
  if (file === null) return null
  return { kind: 'files', query: file[2] ?? file[3] ?? '', start: caret - (file[1] as string).length, end: caret }
}

/** The text with what was chosen in its place, and where the caret is then. */
export function applyCompletion(
  text: string,
  { kind, start, end }: Completion,
  value: string,
): { text: string; caret: number } {
  // A folder is gone into, and so is a server; everything else is done with, and a space follows.
  const isFolder = kind === 'files' && /[/:]$/.test(value)
  const written = isFolder
    ? toMention(value).replace(/"$/, '')
    : `${kind === 'commands' ? `/${value}` : toMention(value)} `
  const rest = text.slice(end)
  const next = text.slice(0, start) + written + (isFolder ? rest : rest.replace(/^"? ?/, ''))
  return { text: next, caret: start + written.length }
}
