type Settings = Record<string, unknown>

/** Settings without a rule that allows something; null where it is not among them. */
export function withoutRule(settings: Settings, rule: string): Settings | null {
  const { permissions } = settings
  const allow = isObject(permissions) ? permissions.allow : undefined
  if (!isObject(permissions) || !Array.isArray(allow) || !allow.includes(rule)) return null
  return { ...settings, permissions: { ...permissions, allow: allow.filter((each) => each !== rule) } }
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
