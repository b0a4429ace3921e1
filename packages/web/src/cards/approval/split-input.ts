import { findToolWords } from '../../tools/tool-words.ts'
import type { Fields } from '../../tools/words.ts'

export interface SplitInput {
  /** The fields that are drawn as a command, a change or a cell. */
  main:
    | { kind: 'command'; command: string }
    | { kind: 'change'; fields: Fields }
    | { kind: 'cell'; fields: Fields }
    | { kind: 'none' }
  /** Everything else, field by field: what says what will happen before what only describes it. */
  rest: readonly (readonly [name: string, value: unknown])[]
}

const FIRST = ['command', 'file_path', 'notebook_path', 'url', 'path', 'pattern']

/**
 * The input of a tool in two parts that hold all of it. Only the fields that the tool itself goes by are drawn in its own way, and only
 * where they are what they should be: a field that nobody expects must not stand in the place of one that counts.
 */
export function splitInput(toolName: string, input: unknown): SplitInput {
  const all = (input !== null && typeof input === 'object' ? input : { input }) as Fields
  const { drawing } = findToolWords(toolName)
  const drawn = drawing?.findFields(all) ?? []
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const rest = Object.entries(all)
    .filter(([name, value]) => !drawn.includes(name) && value !== undefined)
    .sort(([one], [other]) => rank(one) - rank(other))
  if (drawing === null || drawn.length === 0) return { main: { kind: 'none' }, rest }
  if (drawing.kind === 'command') return { main: { kind: 'command', command: String(all[drawn[0] ?? '']) }, rest }
  return { main: { kind: drawing.kind, fields: Object.fromEntries(drawn.map((name) => [name, all[name]])) }, rest }
}
