import { describe, expect, it } from 'vitest'
import { toSuggestionText } from './to-suggestion-text.ts'

const say = (suggestion: unknown) => {
  const { what, where } = toSuggestionText(suggestion)
  return `${what}, ${where}`
}

describe('a suggestion of the CLI, in words', () => {
  it('names the rule and where it is kept', () => {
    const rules = [{ toolName: 'Bash', ruleContent: 'npm test:*' }, { toolName: 'Read' }]
    expect(say({ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' })).toBe(
      'Always allow Bash(npm test:*), Read, for you in this project',
    )
    expect(say({ type: 'addRules', rules: [rules[1]], behavior: 'deny', destination: 'userSettings' })).toBe(
      'Never allow Read, for you in every project',
    )
  })

  it('names the mode and the folders', () => {
    expect(say({ type: 'setMode', mode: 'acceptEdits', destination: 'session' })).toBe(
      'From now on: accept edits, for this session',
    )
    expect(say({ type: 'addDirectories', directories: ['/a', '/b'], destination: 'session' })).toBe(
      'Allow work in /a, /b, for this session',
    )
  })

  it('shows what it does not know as it is', () => {
    expect(toSuggestionText({ type: 'newThing', x: 1 }).what).toBe('{"type":"newThing","x":1}')
    expect(() => toSuggestionText(null)).not.toThrow()
  })
})
