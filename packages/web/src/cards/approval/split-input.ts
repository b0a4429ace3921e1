type Fields = Readonly<Record<string, unknown>>

export interface SplitInput {
  /** What is drawn in a way of its own. */
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
 * What a tool was given, in two parts that hold all of it. Only the fields that the tool itself goes by are drawn in its own way, and only
 * where they are what they should be: a field that nobody expects must not stand in the place of one that counts.
 */
export function splitInput(toolName: string, input: unknown): SplitInput {
  const all = (input !== null && typeof input === 'object' ? input : { input }) as Fields
  const drawn = findDrawn(toolName, all)
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const rest = Object.entries(all)
    .filter(([name, value]) => !drawn.includes(name) && value !== undefined)
    .sort(([one], [other]) => rank(one) - rank(other))
  return { main: toMain(toolName, all, drawn), rest }
}

function toMain(toolName: string, all: Fields, drawn: readonly string[]): SplitInput['main'] {
  if (drawn.length === 0) return { kind: 'none' }
  if (toolName === 'Bash') return { kind: 'command', command: all.command as string }
  return {
    kind: toolName === 'NotebookEdit' ? 'cell' : 'change',
    fields: Object.fromEntries(drawn.map((name) => [name, all[name]])),
  }
}

function findDrawn(toolName: string, all: Fields): readonly string[] {
  const areText = (names: readonly string[], fields: Fields) => names.every((name) => typeof fields[name] === 'string')
  const BOTH = ['old_string', 'new_string']
  switch (toolName) {
    case 'Bash':
      return areText(['command'], all) ? ['command'] : []
    case 'Write':
      return areText(['content'], all) ? ['content'] : []
    case 'Edit':
      return areText(BOTH, all) ? BOTH : []
    case 'MultiEdit':
      return Array.isArray(all.edits) && all.edits.every((edit) => isPlainEdit(edit)) ? ['edits'] : []
    case 'NotebookEdit':
      return areText(['notebook_path', 'new_source'], all) ? ['new_source'] : []
    default:
      return []
  }

  function isPlainEdit(edit: unknown): boolean {
    return (
      edit !== null &&
      typeof edit === 'object' &&
      areText(BOTH, edit as Fields) &&
      Object.keys(edit).every((name) => BOTH.includes(name))
    )
  }
}
