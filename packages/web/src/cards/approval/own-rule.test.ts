import { describe, expect, it } from 'vitest'
import { listDestinations, toOwnRule } from './own-rule.ts'
import { NO_RULE, toRuleDraft } from './rule-draft.ts'

const rules = [{ toolName: 'Bash', ruleContent: 'npm test:*' }, { toolName: 'Read' }]
const suggestion = { type: 'addRules', rules, behavior: 'allow', destination: 'localSettings', more: 1 }
const draft = { at: 0, contents: ['npm test:*', ''], destination: 'localSettings' }

describe('a rule of one’s own', () => {
  it('begins as it was suggested, where there is something to write', () => {
    expect(toRuleDraft(suggestion, 0)).toEqual(draft)
    expect(toRuleDraft({ ...suggestion, rules: [rules[1]] }, 0)).toBeNull()
    expect(toRuleDraft({ ...suggestion, behavior: 'deny' }, 0)).toBeNull()
    expect(toRuleDraft({ type: 'setMode', mode: 'acceptEdits' }, 0)).toBeNull()
    expect(toRuleDraft(null, 0)).toBeNull()
  })

  it('is the suggestion itself where nothing was changed, and else has nothing but what was written', () => {
    expect(toOwnRule(suggestion, draft)).toBe(suggestion)
    expect(toOwnRule(suggestion, { ...draft, contents: [' npm test ', ''], destination: 'session' })).toEqual({
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'npm test' }, { toolName: 'Read' }],
      behavior: 'allow',
      destination: 'session',
    })
    expect(toOwnRule(suggestion, { ...draft, destination: 'session' })).toMatchObject({ rules, destination: 'session' })
  })

  it('is none where it says nothing: that would allow everything', () => {
    expect(toOwnRule(suggestion, { ...draft, contents: [' ', ''] })).toBeNull()
    expect(toOwnRule(suggestion, NO_RULE)).toMatchObject({ rules })
  })

  it('is kept near, or where the CLI has suggested', () => {
    expect(listDestinations(suggestion)).toEqual(['session', 'localSettings'])
    expect(listDestinations({ destination: 'userSettings' })).toEqual(['session', 'localSettings', 'userSettings'])
  })
})
