type Changed = { kind: 'changed'; text: string } | { kind: 'absent' } | { kind: 'malformed' }

/** A settings file without a rule that allows something, written as the CLI writes it. */
export function withoutRule(text: string, rule: string): Changed {
  const settings = parseObject(text)
  if (settings === null) return { kind: 'malformed' }
  const { permissions } = settings
  const allow = isObject(permissions) ? permissions.allow : undefined
  if (!isObject(permissions) || !Array.isArray(allow) || !allow.includes(rule)) return { kind: 'absent' }
  const changed = { ...settings, permissions: { ...permissions, allow: allow.filter((each) => each !== rule) } }
  return { kind: 'changed', text: `${JSON.stringify(changed, null, 2)}\n` }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
