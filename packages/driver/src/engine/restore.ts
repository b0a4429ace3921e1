import { printPermissionRule } from '@quarterdeck/protocol/pure'
import type { LiveSettings } from './facts/session-facts.ts'

type Raw = Readonly<Record<string, unknown>>
type Behaviour = 'allow' | 'deny' | 'ask'

/** What a new process must be told so that it is as the last one was. */
export interface Restored {
  model?: string
  permissionMode?: string
  allowedTools: string[]
  disallowedTools: string[]
  addDirs: string[]
  /** Control requests to send once it runs. */
  requests: ({ subtype: string } & Raw)[]
  /** In words, for people. */
  back: string[]
  gone: string[]
}

/** Any other is configuration: whoever set it was allowed to then, and may not be now. */
const OWN_SETTINGS = ['effortLevel', 'fastMode', 'outputStyle']

/** Rules and folders go in as flags, which hold for the session as the first ones did. There is no flag for a rule that asks. */
export function toRestored(settings: LiveSettings): Restored {
  const { model, permissionMode, permissionUpdates, mcpToggles, flagSettings = {} } = settings
  const own = Object.fromEntries(Object.entries(flagSettings).filter(([name]) => OWN_SETTINGS.includes(name)))
  const standing = toStanding(permissionUpdates)
  const { directories } = standing
  const rules = {
    ...standing.rules,
    allow: standing.rules.allow.filter(isFlag),
    deny: standing.rules.deny.filter(isFlag),
  }
  const toggles = Object.entries(mcpToggles)
  const words = {
    allow: rules.allow.map((rule) => `allow ${rule}`),
    deny: rules.deny.map((rule) => `deny ${rule}`),
    ask: rules.ask.map((rule) => `ask before ${rule}`),
  }
  return {
    ...(model === undefined ? {} : { model }),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    allowedTools: rules.allow,
    disallowedTools: rules.deny,
    addDirs: directories,
    requests: [
      ...toggles.map(([serverName, enabled]) => ({ subtype: 'mcp_toggle', serverName, enabled })),
      ...(Object.keys(own).length === 0 ? [] : [{ subtype: 'apply_flag_settings', settings: own }]),
    ],
    back: [
      ...(model === undefined ? [] : [`model ${model}`]),
      ...(permissionMode === undefined ? [] : [`permission mode ${permissionMode}`]),
      ...words.allow,
      ...words.deny,
      ...directories.map((folder) => `folder ${folder}`),
      ...toggles.map(([name, isOn]) => `MCP server ${name} ${isOn ? 'on' : 'off'}`),
      ...Object.entries(own).map(([name, value]) => toWords(name, value)),
    ],
    gone: [
      ...words.ask,
      ...Object.keys(flagSettings).flatMap((name) => (name in own ? [] : [`setting ${name}`])),
      ...standing.rules.allow.filter((rule) => !isFlag(rule)).map((rule) => `allow ${rule}`),
      ...standing.rules.deny.filter((rule) => !isFlag(rule)).map((rule) => `deny ${rule}`),
    ],
  }
}

function toWords(name: string, value: unknown): string {
  if (name === 'effortLevel') return `effort ${String(value)}`
  if (name === 'fastMode') return `fast mode ${value === true ? 'on' : 'off'}`
  if (name === 'outputStyle') return `output style ${String(value)}`
  return `setting ${name}`
}

/** What is left of all changes, one after the other. */
function toStanding(updates: readonly Raw[]) {
  const rules: Record<Behaviour, string[]> = { allow: [], deny: [], ask: [] }
  let directories: string[] = []
  for (const update of updates) {
    const behaviour = String(update.behavior) as Behaviour
    const changed = toRules(update.rules)
    const folders = Array.isArray(update.directories) ? update.directories.map(String) : []
    if (update.type === 'addDirectories') directories = unique([...directories, ...folders])
    else if (update.type === 'removeDirectories') directories = directories.filter((each) => !folders.includes(each))
    else if (!(behaviour in rules)) continue
    else if (update.type === 'addRules') rules[behaviour] = unique([...rules[behaviour], ...changed])
    else if (update.type === 'replaceRules') rules[behaviour] = changed
    else if (update.type === 'removeRules')
      rules[behaviour] = rules[behaviour].filter((each) => !changed.includes(each))
  }
  return { rules, directories }
}

/**
 * The CLI splits a list of rules at spaces and commas outside of parentheses, and takes the first `)` for their end: of the rule for
 * a command that holds some, a second one would be left, perhaps for all commands.
 */
function isFlag(rule: string): boolean {
  return /^[^()]+(\([^()]*\))?$/.test(rule)
}

function toRules(rules: unknown): string[] {
  if (!Array.isArray(rules)) return []
  return rules.map((rule: Raw) =>
    printPermissionRule({
      toolName: String(rule.toolName),
      ...(typeof rule.ruleContent === 'string' ? { ruleContent: rule.ruleContent } : {}),
    }),
  )
}

function unique(words: string[]): string[] {
  return [...new Set(words)]
}
