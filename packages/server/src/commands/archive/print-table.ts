import { styleText } from 'node:util'

export interface Column {
  title: string
  isNumber?: boolean
}

/** What a terminal would take for an order is no part of a title. */
export function toPlain(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Colour and the width of the window only where there is a terminal. */
export interface Terminal {
  hasColour: boolean
  columns: number | undefined
}

export function toTerminal(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const isTerminal = stream.isTTY === true
  const hasColour = isTerminal && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  return { hasColour, columns: isTerminal ? stream.columns : undefined }
}

/** The last column takes what room is left. */
export function printTable(columns: readonly Column[], rows: readonly string[][], terminal: Terminal): string {
  const cells = rows.map((row) => row.map(toPlain))
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...cells.map((row) => toWidth(row[at] ?? ''))))
  const print = (row: readonly string[], paint: (text: string) => string) => {
    const parts = columns.map(({ isNumber }, at) => pad(row[at] ?? '', widths[at] ?? 0, isNumber === true))
    const line = parts.join('  ').trimEnd()
    return `${paint(terminal.columns === undefined ? line : cut(line, terminal.columns))}\n`
  }
  const head = print(
    columns.map(({ title }) => title),
    (text) => (terminal.hasColour ? styleText('bold', text, { validateStream: false }) : text),
  )
  return head + cells.map((row) => print(row, (text) => text)).join('')
}

/** Wide characters take two places. */
function toWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (isWide(character) ? 2 : 1), 0)
}

function isWide(character: string): boolean {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
    character,
  )
}

function pad(text: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(Math.max(0, width - toWidth(text)))
  return isNumber ? space + text : text + space
}

function cut(line: string, columns: number): string {
  if (toWidth(line) <= columns) return line
  let width = 0
  let end = 0
  for (const character of line) {
    width += isWide(character) ? 2 : 1
    if (width > columns - 1) break
    end += character.length
  }
  return `${line.slice(0, end)}…`
}
