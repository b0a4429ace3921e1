import type { OutputEntry } from '../state/entry.ts'
import { addEntry, MAIN, nextPlace } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { changeTurn, currentTurn } from './turns.ts'

type Piece = Pick<OutputEntry, 'stream' | 'text' | 'isShell'>

const OUTPUT = /<(local-command|bash)-(stdout|stderr)>([\s\S]*?)<\/\1-\2>/g

/** What a command inside the CLI wrote: the older CLI tells it as a line of the user, the newer one as a line of its own. */
export function parseOutput(text: string): Piece[] {
  return [...text.matchAll(OUTPUT)].flatMap(([, source, name, words = '']): Piece[] => {
    const stream = name === 'stderr' ? 'stderr' : 'stdout'
    const told = words.trim()
    if (told === '') return []
    return [source === 'bash' ? { stream, text: withoutEscapes(told), isShell: true } : { stream, text: told }]
  })
}

const ESCAPED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The newer CLI escapes what a command of the shell wrote, so that it cannot end its own tag. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt);/g, (found) => ESCAPED[found] as string)
}

export function isOutput(text: string): boolean {
  return /^\s*<(local-command|bash)-(stdout|stderr)>/.test(text)
}

export function addOutput(
  state: SessionState,
  pieces: readonly Piece[],
  { id, at }: { id?: string | undefined; at?: string | undefined },
): SessionState {
  return pieces.reduce((next, piece, index) => {
    const name = id === undefined ? `output-${nextPlace(next, MAIN).entry}` : index === 0 ? id : `${id}-${index}`
    return addEntry(next, MAIN, { kind: 'output', id: name, ...piece, ...(at === undefined ? {} : { at }) })
  }, state)
}

/** Output in tags, as words of the turn. */
export function applyOutput(
  state: SessionState,
  text: string,
  base: { id: string; at: string | undefined },
): SessionState {
  const pieces = parseOutput(text)
  const next = addOutput(state, pieces, base)
  return pieces.length > 0 && currentTurn(next) !== undefined ? changeTurn(next, { hasSpoken: true }) : next
}
