type Update = Readonly<Record<string, unknown>>

/**
 * "Allow for this session", in the CLI's own words: all that it suggests for the session belongs together (a folder and a mode,
 * say); where it suggests nothing for the session, the first of the others, for the session. Null where it suggests nothing.
 */
export function toSessionPermissions(suggestions: readonly unknown[]): Update[] | null {
  const updates = suggestions.filter((each): each is Update => typeof each === 'object' && each !== null)
  const own = updates.filter(({ destination }) => destination === 'session')
  if (own.length > 0) return own
  const [first] = updates
  return first === undefined ? null : [{ ...first, destination: 'session' }]
}
