import type { OutputEntry } from './entry.ts'
import { addEntry, MAIN, nextPlace } from './lane.ts'
import type { SessionState } from './session-state.ts'
import { changeTurn, currentTurn } from './turns.ts'

type Piece = Pick<OutputEntry, 'stream' | 'text'>

const OUTPUT = /<(local-command|bash)-(stdout|stderr)>([\s\S]*?)<\/\1-\2>/g

/** What a command inside the CLI wrote: the older CLI tells it as a line of the user, the newer one as a line of its own. */
export function parseOutput(text: string): Piece[] {
  return [...text.matchAll(OUTPUT)].flatMap(([, , stream, words = '']) =>
    words.trim() === '' ? [] : [{ stream: stream === 'stderr' ? 'stderr' : 'stdout', text: words.trim() }],
  )
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
