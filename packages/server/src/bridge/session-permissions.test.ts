import { describe, expect, it } from 'vitest'
import { toSessionPermissions } from './session-permissions.ts'

describe('allowing for the session', () => {
  const rule = {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'sh:*' }],
    behavior: 'allow',
    destination: 'localSettings',
  }
  const folder = { type: 'addDirectories', directories: ['/p'], destination: 'session' }
  const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }

  it('takes the rule that the CLI suggests, and not the mode that would allow more', () => {
    expect(toSessionPermissions('Bash', [folder, mode, rule])).toEqual([{ ...rule, destination: 'session' }])
    const own = { ...rule, destination: 'session' }
    expect(toSessionPermissions('Bash', [rule, own, mode])).toEqual([own])
  })

  it('takes all that it suggests for the session where the tool edits files, and there is no rule', () => {
    expect(toSessionPermissions('Edit', [folder, mode])).toEqual([folder, mode])
    expect(toSessionPermissions('Bash', [folder, mode])).toBeNull()
  })

  it('takes the first of what it suggests for longer, for the session alone', () => {
    expect(toSessionPermissions('Bash', [rule, { ...rule, destination: 'userSettings' }])).toEqual([
      { ...rule, destination: 'session' },
    ])
  })

  it('makes up nothing', () => {
    expect(toSessionPermissions('Bash', [])).toBeNull()
    expect(toSessionPermissions('Edit', [null, 'x'])).toBeNull()
  })
})
