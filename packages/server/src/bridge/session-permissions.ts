type Update = Readonly<Record<string, unknown>>

/** For these the CLI's own "for this session" is the mode that accepts edits; for any other tool it would allow more than was asked. */
const EDITING = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])

/**
 * "Allow for this session", in the CLI's own words: its rules, for the session alone. Where it suggests none for an edit, all that it
 * suggests for the session, which belongs together (a folder and a mode). Null where it suggests nothing that allows this and no more.
 */
export function toSessionPermissions(toolName: string, suggestions: readonly unknown[]): Update[] | null {
  const updates = suggestions.filter((each): each is Update => typeof each === 'object' && each !== null)
  const rules = updates.filter(({ type }) => type === 'addRules')
  const own = rules.filter(({ destination }) => destination === 'session')
  const [first] = rules
  if (first !== undefined) return own.length > 0 ? own : [{ ...first, destination: 'session' }]
  const forSession = updates.filter(({ destination }) => destination === 'session')
  return EDITING.has(toolName) && forSession.length > 0 ? forSession : null
}
