const HIDDEN = '(hidden)'
const SECRET_NAME = /key|token|secret|passw|pwd|auth|credential|cookie|private|dsn|session/i
/** Names that only sound like it: the permissions' and the CLI's own switches. */
const HARMLESS_NAME = /^(apiKeyHelper|awsAuthRefresh|maxTokens|.*_MAX_.*TOKENS|MAX_.*TOKENS|keybindings?)$/
const SECRET_VALUE =
  /^(sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|AKIA|AIza|ya29|eyJ)[-_A-Za-z0-9./+=]{12,}$|:\/\/[^/\s:@]+:[^/\s@]+@|^(Bearer|Basic) \S+/

/** A copy of some settings without what opens a door somewhere: settings are read aloud on many screens, credentials on none. */
export function hideSecrets(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, hide(name, value)]))
}

function hide(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => hide('', one))
  if (typeof value === 'object' && value !== null) {
    // Headers carry credentials under any name.
    if (name === 'headers') return Object.fromEntries(Object.keys(value).map((header) => [header, HIDDEN]))
    return hideSecrets(value as Record<string, unknown>)
  }
  if (typeof value !== 'string' || value === '') return value
  const isSecret = (SECRET_NAME.test(name) && !HARMLESS_NAME.test(name)) || SECRET_VALUE.test(value)
  return isSecret ? HIDDEN : value
}
