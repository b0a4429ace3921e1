import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'
import type { RuleDraft } from './rule-draft.ts'

/** Where a rule may be kept: with the session, with this person in this project, and where the CLI has suggested. */
export function listDestinations(suggestion: unknown): string[] {
  return [...new Set(['session', 'localSettings', textOf(suggestion, 'destination') ?? 'session'])]
}

/** The rule as it was changed; the very suggestion where nothing was. Null where it would be about nothing, and so about everything. */
export function toOwnRule(suggestion: unknown, { contents, destination }: RuleDraft): unknown {
  const rules = listOf(suggestion, 'rules').map((rule, at) => {
    const toolName = fieldOf(rule, 'toolName')
    const before = textOf(rule, 'ruleContent') ?? ''
    return before === '' ? { toolName } : { toolName, ruleContent: (contents[at] ?? before).trim() }
  })
  if (rules.some(({ ruleContent }) => ruleContent === '')) return null
  const isSame =
    destination === textOf(suggestion, 'destination') &&
    listOf(suggestion, 'rules').every((rule, at) => textOf(rule, 'ruleContent') === rules[at]?.ruleContent)
  return isSame ? suggestion : { type: 'addRules', rules, behavior: 'allow', destination }
}
