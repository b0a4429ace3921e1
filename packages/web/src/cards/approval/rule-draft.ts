import { listOf, textOf } from '../../tools/read-field.ts'

/** A suggestion of the CLI that a person is about to change. */
export interface RuleDraft {
  /** Its place among the suggestions; -1 where none is being changed. */
  at: number
  /** The content of each rule, as edited so far. */
  contents: readonly string[]
  destination: string
}

export const NO_RULE: RuleDraft = { at: -1, contents: [], destination: '' }

/** The editable part of a suggested rule; null where there is none. */
export function toRuleDraft(suggestion: unknown, at: number): RuleDraft | null {
  if (textOf(suggestion, 'type') !== 'addRules' || textOf(suggestion, 'behavior') !== 'allow') return null
  const contents = listOf(suggestion, 'rules').map((rule) => textOf(rule, 'ruleContent') ?? '')
  if (contents.every((content) => content === '')) return null
  return { at, contents, destination: textOf(suggestion, 'destination') ?? 'session' }
}
