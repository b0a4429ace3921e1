import { describe, expect, it } from 'vitest'
import { toNextOptions, withRestored } from './next-options.ts'
import { toRestored } from './restore.ts'

const rules = (type: string, behavior: string, ...names: string[]) => ({
  type,
  behavior,
  rules: names.map((toolName) => ({ toolName })),
})
const folders = (type: string, ...directories: string[]) => ({ type, directories })

describe('what a resume puts back', () => {
  it('is nothing where nothing was set', () => {
    expect(toRestored({ permissionUpdates: [], mcpToggles: {} })).toEqual({
      allowedTools: [],
      disallowedTools: [],
      addDirs: [],
      requests: [],
      back: [],
      gone: [],
    })
  })

  it('is what is left of all changes, and it says so in words', () => {
    const restored = toRestored({
      model: 'opus',
      permissionMode: 'plan',
      permissionUpdates: [
        rules('addRules', 'allow', 'Bash', 'Edit', 'Bash'),
        rules('removeRules', 'allow', 'Edit'),
        rules('addRules', 'deny', 'Read'),
        rules('replaceRules', 'deny', 'WebFetch'),
        rules('addRules', 'ask', 'Write'),
        rules('addRules', 'someday', 'Task'),
        folders('addDirectories', '/a', '/b'),
        folders('removeDirectories', '/a'),
      ],
      mcpToggles: { db: false },
      flagSettings: { effortLevel: 'high', fastMode: true, outputStyle: 'Learning', other: 1 },
    })
    expect(restored).toMatchObject({ allowedTools: ['Bash'], disallowedTools: ['WebFetch'], addDirs: ['/b'] })
    expect(restored.requests).toEqual([
      { subtype: 'mcp_toggle', serverName: 'db', enabled: false },
      {
        subtype: 'apply_flag_settings',
        settings: { effortLevel: 'high', fastMode: true, outputStyle: 'Learning' },
      },
    ])
    expect(restored.back).toEqual([
      'model opus',
      'permission mode plan',
      'allow Bash',
      'deny WebFetch',
      'folder /b',
      'MCP server db off',
      'effort high',
      'fast mode on',
      'output style Learning',
    ])
    expect(restored.gone).toEqual(['ask before Write', 'setting other'])
  })

  it('is no rule that the CLI would take for several: it is said to be gone', () => {
    const bash = (ruleContent: string, behavior: string) => ({
      ...{ type: 'addRules', behavior, destination: 'session' },
      rules: [{ toolName: 'Bash', ruleContent }],
    })
    const restored = toRestored({
      permissionUpdates: [bash('x) Bash (y', 'allow'), bash('git log *', 'allow'), bash('a (b)', 'deny')],
      mcpToggles: {},
    })
    expect(restored).toMatchObject({ allowedTools: ['Bash(git log *)'], disallowedTools: [] })
    expect(restored.gone).toEqual(['allow Bash(x\\) Bash \\(y)', 'deny Bash(a \\(b\\))'])
  })
})

describe('the options of a process that goes on', () => {
  const restored = toRestored({
    model: 'opus',
    permissionUpdates: [rules('addRules', 'allow', 'Bash')],
    mcpToggles: {},
  })

  it('resume the session, and begin nothing again', () => {
    const first = {
      cwd: '/',
      resume: 'A',
      fork: true as const,
      resumeAt: 'm',
      sessionId: 'B',
      title: 'x',
      model: 'haiku',
    }
    expect(toNextOptions(first, 'C', restored)).toEqual({
      cwd: '/',
      resume: 'C',
      model: 'opus',
      allowedTools: ['Bash'],
    })
  })

  it('have what was set meanwhile where a process begins anew, and nothing where nothing was', () => {
    expect(withRestored({ cwd: '/', sessionId: 'B' }, restored)).toMatchObject({ sessionId: 'B', model: 'opus' })
    const nothing = toRestored({ permissionUpdates: [], mcpToggles: {} })
    expect(withRestored({ cwd: '/' }, nothing)).toEqual({ cwd: '/' })
  })

  it('do not bring back the mode that asks nobody where it may not be had', () => {
    const bypassed = toRestored({ permissionMode: 'bypassPermissions', permissionUpdates: [], mcpToggles: {} })
    expect(toNextOptions({ cwd: '/' }, 'A', bypassed)).toEqual({ cwd: '/', resume: 'A' })
    expect(toNextOptions({ cwd: '/', allowBypass: true }, 'A', bypassed)).toMatchObject({
      permissionMode: 'bypassPermissions',
    })
  })

  it('have the rules of the first ones too, each once', () => {
    const { allowedTools } = toNextOptions({ cwd: '/', allowedTools: ['Edit', 'Bash'] }, 'A', restored)
    expect(allowedTools).toEqual(['Edit', 'Bash'])
  })
})
