import Anser from 'anser'
import { toVisibleText } from '../text/visible-text.ts'

/** A piece of a terminal's line and the classes it is drawn with. */
export interface TerminalPiece {
  text: string
  className: string
}

const COLOURS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan']

/**
 * What a terminal would show: colours as classes, and a line that was written over (`\r`) as it was last. Everything else that only a
 * terminal obeys (titles, links, the clipboard) is shown and not done.
 */
export function toTerminalPieces(text: string): TerminalPiece[] {
  const pieces = Anser.ansiToJson(toLastWritten(text), { json: true, use_classes: true, remove_empty: true })
  return pieces.map(({ content, fg, decorations }) => ({
    text: toVisibleText(content),
    className: [toColour(fg), ...decorations.map((name) => `terminal-${name}`)].filter((name) => name !== '').join(' '),
  }))
}

/** `ansi-bright-red` → `terminal-red`; black, white and the 256 others are ink, which can be read on every paper. */
function toColour(name: string | null): string {
  const colour = COLOURS.find((each) => name?.endsWith(each))
  return colour === undefined ? '' : `terminal-${colour}`
}

function toLastWritten(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1))
    .join('\n')
}
