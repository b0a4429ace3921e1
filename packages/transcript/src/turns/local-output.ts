import type { OutputEntry } from '../state/entry.ts'
import { addEntry, MAIN, nextPosition } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import { changeTurn, currentTurn } from './turns.ts'

type Piece = Pick<OutputEntry, 'stream' | 'text' | 'isShell'>

const OUTPUT = /<(local-command|bash)-(stdout|stderr)>([\s\S]*?)<\/\1-\2>/g

/** The output of a command inside the CLI: the older CLI writes it as a user line, the newer one as a line of its own. */
export function parseOutput(text: string): Piece[] {
  return [...text.matchAll(OUTPUT)].flatMap(([, source, name, words = '']): Piece[] => {
    const stream = name === 'stderr' ? 'stderr' : 'stdout'
    const output = words.trim()
    if (output === '') return []
    return [source === 'bash' ? { stream, text: withoutEscapes(output), isShell: true } : { stream, text: output }]
  })
}

const ESCAPED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The newer CLI escapes the output of shell commands, so that it cannot close its own tag. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt);/g, (found) => ESCAPED[found] as string)
}

export function isOutput(text: string): boolean {
  return /^\s*<(local-command|bash)-(stdout|stderr)>/.test(text)
}

export function addOutput(
  draft: SessionDraft,
  pieces: readonly Piece[],
  { id, at }: { id?: string | undefined; at?: string | undefined },
): void {
  for (const [index, piece] of pieces.entries()) {
    const name = id === undefined ? `output-${nextPosition(draft, MAIN).entry}` : index === 0 ? id : `${id}-${index}`
    addEntry(draft, MAIN, { kind: 'output', id: name, ...piece, ...(at === undefined ? {} : { at }) })
  }
}

/** Adds the output that stands in the tags of a user line. Its turn then needs no text from the `result`. */
export function applyOutput(draft: SessionDraft, text: string, base: { id: string; at: string | undefined }): void {
  const pieces = parseOutput(text)
  addOutput(draft, pieces, base)
  if (pieces.length > 0 && currentTurn(draft) !== undefined) changeTurn(draft, { hasOutput: true })
}
