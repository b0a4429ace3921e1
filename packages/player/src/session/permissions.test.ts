import { describe, expect, it } from 'vitest'
import { applyUpdates, decide, type Permissions, toSuggestions } from './permissions.ts'

const ASKING: Permissions = { mode: 'default', rules: [] }
const command = { command: 'npm test --silent' }

describe('decide', () => {
  it.each([
    ['Read', {}, 'default', 'allow'],
    ['Edit', {}, 'default', 'ask'],
    ['Edit', {}, 'acceptEdits', 'allow'],
    ['Bash', command, 'acceptEdits', 'ask'],
    ['Bash', command, 'bypassPermissions', 'allow'],
    ['Bash', command, 'dontAsk', 'deny'],
    ['mcp__tracker__close', {}, 'default', 'ask'],
    ['AskUserQuestion', {}, 'bypassPermissions', 'ask'],
  ])('%s with %j in mode %s: %s', (tool, input, mode, decision) => {
    expect(decide(tool, input, { ...ASKING, mode })).toBe(decision)
  })

  it('lets a rule cover a command by its beginning, and only at a whole word', () => {
    for (const ruleContent of ['npm test *', 'npm test:*']) {
      const permissions = { ...ASKING, rules: [{ toolName: 'Bash', ruleContent }] }
      expect(decide('Bash', command, permissions)).toBe('allow')
      expect(decide('Bash', { command: 'npm test' }, permissions)).toBe('allow')
      expect(decide('Bash', { command: 'npm testify' }, permissions)).toBe('ask')
    }
  })

  it('remembers what a suggestion offered', () => {
    const [suggestion] = toSuggestions('Bash', command, 'default')
    expect(suggestion).toMatchObject({ type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'npm test *' }] })
    const after = applyUpdates(ASKING, suggestion === undefined ? [] : [suggestion])
    expect(decide('Bash', { command: 'npm test -- other' }, after)).toBe('allow')
    expect(decide('Bash', { command: 'npm install' }, after)).toBe('ask')
  })

  it('changes the mode when edits are accepted from now on', () => {
    const after = applyUpdates(ASKING, toSuggestions('Edit', {}, 'default'))
    expect(after.mode).toBe('acceptEdits')
    expect(toSuggestions('Edit', {}, 'acceptEdits')).toEqual([])
  })
})
