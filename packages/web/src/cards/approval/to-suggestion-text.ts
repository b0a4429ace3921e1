import { toTable } from '../../text/to-table.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { toModeText } from '../to-mode-text.ts'

/** The CLI's own proposals for "do not ask again", as a person would say them. */

export interface SuggestionText {
  /** The suggested rule in words. */
  what: string
  /** For how long, and for whom. */
  where: string
}

const PLACES: Readonly<Record<string, string>> = toTable({
  session: 'for this session',
  localSettings: 'for you in this project',
  projectSettings: 'for everyone in this project',
  userSettings: 'for you in every project',
  cliArg: 'for this session',
})

/** With everything in it to be seen: a rule that is allowed for good is read as carefully as a command. */
export function toSuggestionText(suggestion: unknown): SuggestionText {
  const { what, where } = toWords(suggestion)
  return { what: toVisibleText(what), where: toVisibleText(where) }
}

function toWords(suggestion: unknown): SuggestionText {
  const { type, rules, behavior, mode, directories, destination } = (suggestion ?? {}) as Record<string, unknown>
  const where = PLACES[String(destination)] ?? String(destination ?? '')
  switch (type) {
    case 'addRules':
    case 'replaceRules':
      return { what: `${behavior === 'deny' ? 'Never allow' : 'Always allow'} ${toRules(rules)}`, where }
    case 'removeRules':
      return { what: `Ask again about ${toRules(rules)}`, where }
    case 'setMode':
      return { what: `From now on: ${toModeText(String(mode))}`, where }
    case 'addDirectories':
      return { what: `Allow work in ${toList(directories)}`, where }
    case 'removeDirectories':
      return { what: `No more work in ${toList(directories)}`, where }
    default:
      return { what: JSON.stringify(suggestion) ?? 'Something this version does not know', where }
  }
}

export function toPlaceText(destination: string): string {
  return toVisibleText(PLACES[destination] ?? destination)
}

function toRules(rules: unknown): string {
  const list = Array.isArray(rules) ? rules : []
  return list
    .map((rule) => {
      const { toolName, ruleContent } = (rule ?? {}) as Record<string, unknown>
      return ruleContent ? `${toolName}(${ruleContent})` : String(toolName)
    })
    .join(', ')
}

function toList(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : ''
}
