type Update = Readonly<Record<string, unknown>>

/**
 * "Allow for this session", in the CLI's own words. Where it suggests a rule, that rule, for the session alone, and not the mode beside
 * it, which would allow more. Where it has none (edits; to old CLIs also commands that write files, for which a rule would change
 * nothing), all that it suggests for the session belongs together: a folder and a mode. Null where it suggests nothing.
 */
export function toSessionPermissions(suggestions: readonly unknown[]): Update[] | null {
  const updates = suggestions.filter((each): each is Update => typeof each === 'object' && each !== null)
  const rules = updates.filter(({ type }) => type === 'addRules')
  const wanted = rules.length > 0 ? rules : updates
  const own = wanted.filter(({ destination }) => destination === 'session')
  if (own.length > 0) return own
  const [first] = wanted
  return first === undefined ? null : [{ ...first, destination: 'session' }]
}
