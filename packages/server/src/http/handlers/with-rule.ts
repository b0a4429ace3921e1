import { ServerError } from '../../server-error.ts'

type Settings = Record<string, unknown>
type Behavior = 'allow' | 'ask' | 'deny'

/** Settings with a rule more; null where it stands there already. */
export function withRule(settings: Settings, behavior: Behavior, rule: string): Settings | null {
  const { permissions = {} } = settings
  const rules = isObject(permissions) ? (permissions[behavior] ?? []) : null
  if (!isObject(permissions) || !Array.isArray(rules))
    throw new ServerError('not_allowed', `'permissions.${behavior}' of the file is no list. Mend it in an editor.`)
  if (rules.includes(rule)) return null
  return { ...settings, permissions: { ...permissions, [behavior]: [...rules, rule] } }
}

/** Settings without a rule; null where it is not among them. */
export function withoutRule(settings: Settings, behavior: Behavior, rule: string): Settings | null {
  const { permissions } = settings
  const rules = isObject(permissions) ? permissions[behavior] : undefined
  if (!isObject(permissions) || !Array.isArray(rules) || !rules.includes(rule)) return null
  return { ...settings, permissions: { ...permissions, [behavior]: rules.filter((each) => each !== rule) } }
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
