import { describe, expect, it } from 'vitest'
import { PermissionMode, PermissionResult, PermissionUpdate } from './permission.ts'

const rules = [{ toolName: 'Bash', ruleContent: 'exit 3' }, { toolName: 'mcp__mine__hello' }]

describe('PermissionMode', () => {
  it('takes the modes of every CLI, older and newer ones', () => {
    for (const mode of ['default', 'auto', 'delegate', 'manual', 'yolo']) expect(PermissionMode.parse(mode)).toBe(mode)
    expect(PermissionMode.safeParse(7).success).toBe(false)
  })
})

describe('PermissionUpdate', () => {
  it.each([
    { type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' },
    { type: 'replaceRules', rules, behavior: 'deny', destination: 'userSettings' },
    { type: 'removeRules', rules, behavior: 'ask', destination: 'projectSettings' },
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    { type: 'addDirectories', directories: ['/home/user/project'], destination: 'session' },
    { type: 'removeDirectories', directories: ['/home/user/project'], destination: 'cliArg' },
  ])('reads $type', (update) => {
    expect(PermissionUpdate.parse(update)).toEqual(update)
  })

  it.each([
    [{ type: 'addRules', behavior: 'allow', destination: 'session' }, ['rules']],
    [{ type: 'addRules', rules: [{}], behavior: 'allow', destination: 'session' }, ['rules', 0, 'toolName']],
    [{ type: 'setMode', destination: 'session' }, ['mode']],
    [{ type: 'addDirectories', directories: 'x', destination: 'session' }, ['directories']],
    [{}, ['type']],
  ])('finds what is wrong in %j', (update, path) => {
    expect(PermissionUpdate.safeParse(update).error?.issues[0]?.path).toEqual(path)
  })

  it('lets a kind that we do not know pass', () => {
    const update = { type: 'lendKeys', until: 'tomorrow' }
    expect(PermissionUpdate.parse(update)).toEqual(update)
  })
})

describe('PermissionResult', () => {
  it('wants a reason with a deny, and none with an allow', () => {
    expect(PermissionResult.safeParse({ behavior: 'deny' }).success).toBe(false)
    expect(PermissionResult.safeParse({ behavior: 'deny', message: 'No', interrupt: true }).success).toBe(true)
    expect(PermissionResult.safeParse({ behavior: 'allow' }).success).toBe(true)
  })

  it('knows no other behavior, since the CLI knows none', () => {
    expect(PermissionResult.safeParse({ behavior: 'ask' }).success).toBe(false)
  })
})
