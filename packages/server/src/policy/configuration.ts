import { furtherFolder } from './folders.ts'
import { permissionMode } from './permission-mode.ts'
import type { PolicyContext } from './policy-options.ts'
import { each, type Rule } from './rule.ts'

/** Settings whose value the CLI runs as a program, or gives to one as its environment. */
const NEVER = new Set([
  'hooks',
  'env',
  'statusLine',
  'subagentStatusLine',
  'fileSuggestion',
  'defaultShell',
  'awsAuthRefresh',
  'gcpAuthRefresh',
  'awsCredentialExport',
])
const PROGRAM = /helper$/i
const ABOUT_BYPASS = /dangerous|bypassPermissionsModeAccepted/i

/** Settings as an object, or as the JSON of one; never a path, since nobody could judge what stands there. */
export const settings: Rule = (value, context) => {
  const given = toObject(value)
  if (given === null) return 'must be the settings themselves, not the path of a file'
  for (const key of Object.keys(given)) {
    if (NEVER.has(key) || PROGRAM.test(key)) return `names a program or its environment ('${key}'), which no caller may`
    if (key === 'cleanupPeriodDays') return 'holds cleanupPeriodDays, by which the CLI would delete sessions of others'
    if (ABOUT_BYPASS.test(key) && !context.allowBypass) return `holds '${key}', which is for --allow-bypass only`
  }
  return findInPermissions(given.permissions, context) ?? findBypass(given, context)
}

/** Where it begins, and where it may work, are judged as they are anywhere else. */
function findInPermissions(value: unknown, context: PolicyContext): string | null {
  if (!isObject(value)) return null
  const { defaultMode, additionalDirectories } = value
  if (defaultMode !== undefined) {
    const why = permissionMode(defaultMode, context)
    if (why !== null) return `holds the mode '${String(defaultMode)}', which ${why}`
  }
  return additionalDirectories === undefined ? null : each(furtherFolder)(additionalDirectories, context)
}

/** Servers as objects or as JSON: one, or a list of them. */
export const mcpConfig: Rule = (value, context) => {
  for (const item of toList(value)) {
    const given = toObject(item)
    if (given === null) return 'must be the servers themselves, not the path of a file'
    const why = findBypass(given, context)
    if (why !== null) return why
  }
  return null
}

/** Agents by name. What they bring of their own is judged as if the session had it. */
export const agents: Rule = (value, context) => {
  const given = toObject(value)
  if (given === null) return 'must be agents by name'
  for (const [name, agent] of Object.entries(given)) {
    if (!isObject(agent)) return `has no definition for '${name}'`
    if ('hooks' in agent || 'env' in agent) return `gives '${name}' hooks or an environment, which no caller may`
    if (agent.permissionMode === undefined) continue
    const why = permissionMode(agent.permissionMode, context)
    if (why !== null) return `gives '${name}' the mode '${String(agent.permissionMode)}', which ${why}`
  }
  return findBypass(given, context)
}

/** The word stands nowhere in it: what a newer CLI would read there is not known. */
function findBypass(value: object, { allowBypass }: PolicyContext): string | null {
  if (allowBypass) return null
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (next === 'bypassPermissions') return "holds 'bypassPermissions', which is for --allow-bypass only"
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
  return null
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** The object, or the one that a text is the JSON of. */
export function toObject(value: unknown): Record<string, unknown> | null {
  if (isObject(value)) return value
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return null
  try {
    return toObject(JSON.parse(value))
  } catch {
    // A path may begin so, too. It is none that is taken.
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
