import { fieldOf, listOf, textOf } from '../tools/read-field.ts'

/** A suggestion of the CLI that a person is about to change. */
export interface RuleDraft {
  /** Its place among the suggestions; -1 where none is being changed. */
  at: number
  /** What each of its rules is about, as it is written by now. */
  contents: readonly string[]
  destination: string
}

export const NO_RULE: RuleDraft = { at: -1, contents: [], destination: '' }

/** What of a suggestion can be changed; null where there is nothing to write. */
export function toRuleDraft(suggestion: unknown, at: number): RuleDraft | null {
  if (textOf(suggestion, 'type') !== 'addRules' || textOf(suggestion, 'behavior') !== 'allow') return null
  const contents = listOf(suggestion, 'rules').map((rule) => textOf(rule, 'ruleContent') ?? '')
  if (contents.every((content) => content === '')) return null
  return { at, contents, destination: textOf(suggestion, 'destination') ?? 'session' }
}

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
