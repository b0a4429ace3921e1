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
    const own = { ...rule, destination: 'session' }
    expect(toSessionPermissions([folder, mode, rule])).toEqual([own])
    expect(toSessionPermissions([rule, own, mode])).toEqual([own])
  })

  it('takes all that it suggests for the session where it has no rule', () => {
    expect(toSessionPermissions([folder, mode])).toEqual([folder, mode])
  })

  it('takes the first of what it suggests for longer, for the session alone', () => {
    expect(toSessionPermissions([rule, { ...rule, destination: 'userSettings' }])).toEqual([
      { ...rule, destination: 'session' },
    ])
  })

  it('makes up nothing', () => {
    expect(toSessionPermissions([])).toBeNull()
    expect(toSessionPermissions([null, 'x'])).toBeNull()
  })
})
