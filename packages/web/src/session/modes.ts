/** What a person chooses from; the CLI may be in another one. */
export const MODES: readonly string[] = ['default', 'acceptEdits', 'plan']

/** The one that comes next when a key goes through them. */
export function toNextMode(mode = 'default'): string {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'default'
}
