import { describe, expect, it } from 'vitest'
import { CONTROL_TABLE } from './control-table.ts'
import { judge, type Wish } from './judge.ts'
import type { PolicyContext } from './policy-options.ts'
import { START_TABLE } from './start-table.ts'

const LINKS: Readonly<Record<string, string>> = { '/code/link-out': '/etc', '/home/link-in': '/code/app' }
const FOLDERS = ['/code', '/code/app', '/code/app/lib', '/code-b', '/etc', '/home', '/trusted']

const plain: PolicyContext = {
  allowBypass: false,
  allowConfig: false,
  roots: [],
  toRealFolder: (path) => LINKS[path] ?? (FOLDERS.includes(path) ? path : null),
  isTrusted: (folder) => folder === '/trusted' || folder.startsWith('/code'),
  classify: () => ({ kind: 'ordinary' }),
}

function start(request: object, context: Partial<PolicyContext> = {}): string {
  return say({ door: 'start', request: { cwd: '/code/app', ...request } }, context)
}

function ask(request: { subtype: string }, context: Partial<PolicyContext> = {}): string {
  return say({ door: 'control', request: { ...request }, outputStyles: ['Learning', 'My style: brief (ü)'] }, context)
}

function update(update: object, { context = {}, suggestions = [] as unknown[], isOnceOnly = false } = {}): string {
  return say(
    { door: 'permissions', updates: [update], offered: { toolName: 'Bash', suggestions, isOnceOnly } },
    context,
  )
}

function say(wish: Wish, context: Partial<PolicyContext>): string {
  const verdict = judge(wish, { ...plain, ...context })
  return verdict.ok ? 'allowed' : verdict.what
}

const BYPASS = 'bypassPermissions'

describe('a start', () => {
  it('may choose model, mode, effort, limits, prompts, the tools of the CLI and folders', () => {
    const request = {
      ...{ prompt: 'Hi', model: 'claude-opus-4-1[1m]', permissionMode: 'plan', effort: 'high', thinking: 'adaptive' },
      ...{ maxTurns: 3, maxBudgetUsd: 0.5, maxThinkingTokens: 0, fallbackModel: 'sonnet,haiku', title: '--help' },
      ...{ systemPrompt: '-p', appendSystemPrompt: '$(id)', agent: 'plugin:reviewer', strictMcpConfig: true },
      ...{ allowedTools: ['Read', 'Bash(git log *)', 'WebFetch(domain:example.com)'], tools: ['default'] },
      ...{ disallowedTools: ['mcp__github', 'Bash(rm *)', '*'], addDirs: ['/trusted'], trust: true, force: true },
      ...{ resume: '3f2a8c1e-0000-4000-8000-000000000000', fork: { at: '3f2a8c1e-0000-4000-8000-000000000001' } },
    }
    expect(start(request)).toBe('allowed')
    expect(Object.keys(request).filter((key) => !Object.hasOwn(START_TABLE, key))).toEqual([])
  })

  it.each(['env', 'hooks', 'executable', 'executableArgs', 'pathToClaudeCodeExecutable', 'extraArgs', 'claude', 'cli'])(
    'never brings %s, whatever the server was started with',
    (key) => {
      const everything = { allowBypass: true, allowConfig: true }
      expect(start({ [key]: {} }, everything)).toBe(key)
    },
  )

  it.each([
    'allowBypass',
    'dangerouslySkipPermissions',
    'allowDangerouslySkipPermissions',
    'permissionPrompts',
    'sessionId',
  ])('cannot slip in %s', (key) => expect(start({ [key]: true }, { allowBypass: true })).toBe(key))

  it.each([
    'systemPromptFile',
    'appendSystemPromptFile',
    'debugFile',
    'projectConfigRoot',
    'sdkMcpServers',
    'toolAliases',
    'worktree',
    '__proto__',
    'constructor',
  ])('knows no %s', (key) => expect(start(JSON.parse(`{"${key}":"x"}`), { allowConfig: true })).toBe(key))

  it.each([
    BYPASS,
    'BypassPermissions',
    'bypasspermissions',
    ' bypassPermissions',
    'bypass',
    'yolo',
    '',
    'delegate',
    7,
    null,
    ['plan'],
  ])('is not put into the mode %j', (permissionMode) => expect(start({ permissionMode })).toBe('permissionMode'))

  it('may run in a mode that asks nobody where the operator has said so, by that one word', () => {
    expect(start({ permissionMode: BYPASS }, { allowBypass: true })).toBe('allowed')
    expect(start({ permissionMode: 'bypasspermissions' }, { allowBypass: true })).toBe('permissionMode')
  })

  it.each([
    '*',
    'Bash,mcp__evil__run',
    'Bash(a) mcp__evil__run (b)',
    'Bash(a),Bash',
    'bash',
    'Bash(a\nb)',
    '--tools',
    'mcp__x__y',
    '',
  ])('allows no rule %j', (rule) => expect(start({ allowedTools: ['Read', rule] })).toBe('allowedTools'))

  it('takes rules for servers with --allow-config, and none that hides another even then', () => {
    expect(start({ allowedTools: ['mcp__github__list'] }, { allowConfig: true })).toBe('allowed')
    expect(start({ allowedTools: ['mcp__x(a) Bash (b)'] }, { allowConfig: true })).toBe('allowedTools')
    expect(start({ tools: ['Read,mcp__x'] }, { allowConfig: true })).toBe('tools')
  })

  it.each(['settings', 'mcpConfig', 'agents', 'settingSources', 'pluginDirs'])(
    'brings %s with --allow-config only',
    (key) => {
      const value = {
        settings: { model: 'opus' },
        mcpConfig: { mcpServers: {} },
        agents: {},
        settingSources: ['user'],
        pluginDirs: ['/code'],
      }[key]
      expect(start({ [key]: value })).toBe(key)
      expect(start({ [key]: value }, { allowConfig: true })).toBe('allowed')
    },
  )

  it.each([
    { permissions: { defaultMode: BYPASS } },
    { permissions: { defaultMode: 'whatever' } },
    { permissions: { additionalDirectories: ['/etc'] } },
    { env: { PATH: '/tmp' } },
    { hooks: {} },
    { apiKeyHelper: '/tmp/x' },
    { otelHeadersHelper: '/tmp/x' },
    { cleanupPeriodDays: 1 },
    { statusLine: { type: 'command', command: 'id' } },
    { skipDangerousModePermissionPrompt: true },
    { anything: { deep: [BYPASS] } },
    JSON.stringify({ hooks: {} }),
    '/tmp/settings.json',
    './settings.json',
    7,
  ])('does not bring the settings %j', (settings) => {
    expect(start({ settings }, { allowConfig: true })).toBe('settings')
  })

  it('brings no agent that has more power than the session may have', () => {
    const context = { allowConfig: true }
    expect(start({ agents: { a: { prompt: 'x', permissionMode: 'plan' } } }, context)).toBe('allowed')
    expect(start({ agents: { a: { permissionMode: BYPASS } } }, context)).toBe('agents')
    expect(start({ agents: { a: { hooks: {} } } }, context)).toBe('agents')
    expect(start({ mcpConfig: ['/tmp/servers.json'] }, context)).toBe('mcpConfig')
  })

  it('stays below the roots, links followed', () => {
    const context = { roots: ['/code'] }
    for (const cwd of ['/code', '/code/app', '/home/link-in']) expect(start({ cwd }, context)).toBe('allowed')
    for (const cwd of ['/code-b', '/etc', '/code/link-out', '/', 'code/app', '/code/missing'])
      expect(start({ cwd }, context)).toBe('cwd')
    expect(start({ addDirs: ['/code/app/lib'] }, context)).toBe('allowed')
    expect(start({ addDirs: ['/code/link-out'], trust: true }, context)).toBe('addDirs')
    expect(start({ pluginDirs: ['/etc'] }, { ...context, allowConfig: true })).toBe('pluginDirs')
  })

  it('works in further folders that are trusted, or that are trusted with it', () => {
    expect(start({ addDirs: ['/trusted'] })).toBe('allowed')
    expect(start({ addDirs: ['/etc'] })).toBe('addDirs')
    expect(start({ addDirs: ['/etc'], trust: true })).toBe('allowed')
  })

  it('goes on with a session by its id, not by a path', () => {
    expect(start({ resume: '/etc/passwd' })).toBe('resume')
    expect(start({ resume: '--help' })).toBe('resume')
    expect(start({ fork: { at: '../x y' } })).toBe('fork')
    expect(start({ agent: '/tmp/agent.md' })).toBe('agent')
    expect(start({ model: '--dangerously-skip-permissions' })).toBe('model')
  })
})

describe('a control request', () => {
  it.each([
    { subtype: 'set_model', model: null },
    { subtype: 'set_permission_mode', mode: 'acceptEdits' },
    { subtype: 'set_max_thinking_tokens', max_thinking_tokens: 1000 },
    { subtype: 'mcp_status' },
    { subtype: 'mcp_toggle', serverName: 'claude.ai Google Drive', enabled: true },
    { subtype: 'rewind_files', user_message_id: 'u-1', dry_run: true },
    { subtype: 'stop_task', task_id: 'b1' },
    { subtype: 'apply_flag_settings', settings: { effortLevel: 'high' } },
    { subtype: 'apply_flag_settings', settings: { effortLevel: null } },
    { subtype: 'apply_flag_settings', settings: { fastMode: true } },
    { subtype: 'apply_flag_settings', settings: { outputStyle: 'My style: brief (ü)' } },
    { subtype: 'apply_flag_settings', settings: { outputStyle: null } },
    { subtype: 'register_repo_root', directory: '/trusted' },
  ])('may be %j', (request) => expect(ask(request)).toBe('allowed'))

  const notListed = [
    'initialize',
    'hook_callback',
    'mcp_message',
    'can_use_tool',
    'mcp_call',
    'read_file',
    'seed_read_state',
  ]
  const more = [
    'set_cwd',
    'end_session',
    'claude_authenticate',
    'remote_control',
    'start_shell_task',
    'claim_session',
    'x',
    '',
  ]
  it.each([...notListed, ...more, 'register_device_hooks', 'constructor', '__proto__', 'toString'])(
    'is never %s',
    (subtype) => expect(ask({ subtype }, { allowConfig: true, allowBypass: true })).toBe(subtype),
  )

  it.each(Object.entries(CONTROL_TABLE).filter(([, { needs }]) => needs !== undefined))(
    'is %s with --allow-config only',
    (subtype) => {
      expect(ask({ subtype })).toBe(subtype)
      expect(ask({ subtype }, { allowConfig: true })).toBe('allowed')
    },
  )

  it.each([
    [{ subtype: 'set_permission_mode', mode: BYPASS }, 'mode'],
    [{ subtype: 'set_permission_mode', mode: 'plan', ultraplan: true }, 'ultraplan'],
    [{ subtype: 'set_mcp_permission_mode_override', serverName: 'x', mode: BYPASS }, 'mode'],
    [{ subtype: 'set_model', model: 'opus', system_prompt: 'x' }, 'system_prompt'],
    [{ subtype: 'rename_session', title: 'x', session_id: 'other' }, 'session_id'],
    [{ subtype: 'apply_flag_settings', settings: { permissions: { defaultMode: BYPASS } } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { effortLevel: 'high', hooks: {} } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { fastMode: 'rm -rf' } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { fastMode: true, permissions: { allow: ['Bash'] } } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { outputStyle: 'Learning', hooks: {} } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { outputStyle: { name: 'Learning', prompt: 'x' } } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { outputStyle: 'Unheard of' } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { outputStyle: '' } }, 'settings'],
    [{ subtype: 'apply_flag_settings', settings: { outputStyle: 'Learning' }, more: 1 }, 'more'],
    [{ subtype: 'mcp_authenticate', serverName: 'x', redirectUri: 'https://evil.example' }, 'redirectUri'],
    [{ subtype: 'mcp_read_resource', serverName: 'x', uri: 'file:///etc/passwd' }, 'uri'],
    [{ subtype: 'register_repo_root', directory: '/etc' }, 'directory'],
    [{ subtype: 'register_repo_root', directory: '/trusted', reload_plugins: true }, 'reload_plugins'],
    [{ subtype: 'stop_task', task_id: { $ne: 1 } }, 'task_id'],
    [{ subtype: 'mcp_status', request: { subtype: 'initialize' } }, 'request'],
  ] as const)('is refused as %j', (request, what) => expect(ask(request)).toBe(what))

  it('brings no setting that nobody may, whatever the server allows', () => {
    const request = { subtype: 'apply_flag_settings', settings: { env: { A: 'b' } } }
    expect(ask(request, { allowConfig: true })).toBe('settings')
    expect(ask({ ...request, settings: { theme: 'dark' } } as never, { allowConfig: true })).toBe('allowed')
  })
})

describe('changes of permissions that come with an answer', () => {
  const rule = { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'git log:*' }], behavior: 'allow' }

  it('may be what the CLI suggested, wherever that is kept, in any order of its fields', () => {
    const mcp = { ...rule, rules: [{ toolName: 'mcp__x__y' }], destination: 'userSettings' }
    const { type, ...rest } = mcp
    expect(update(mcp)).toBe('updatedPermissions')
    expect(update({ ...rest, type }, { suggestions: [mcp] })).toBe('allowed')
    expect(update({ ...mcp, destination: 'projectSettings' }, { suggestions: [mcp] })).toBe('updatedPermissions')
    expect(update({ type: 'newKind', x: 1 }, { suggestions: [{ type: 'newKind', x: 1 }] })).toBe('allowed')
  })

  it('are not what the CLI suggested where it would leave the roots or end the asking', () => {
    const mode = { type: 'setMode', mode: BYPASS, destination: 'session' }
    expect(update(mode, { suggestions: [mode] })).toBe('updatedPermissions')
    const folder = { type: 'addDirectories', directories: ['/etc'], destination: 'session' }
    expect(update(folder, { suggestions: [folder] })).toBe('allowed')
    expect(update(folder, { suggestions: [folder], context: { roots: ['/code'] } })).toBe('updatedPermissions')
  })

  it('may be rules for the tools of the CLI, for the session or this project', () => {
    for (const destination of ['session', 'localSettings']) expect(update({ ...rule, destination })).toBe('allowed')
    expect(update({ ...rule, behavior: 'deny', destination: 'userSettings' })).toBe('allowed')
    expect(update({ type: 'setMode', mode: 'acceptEdits', destination: 'session' })).toBe('allowed')
    expect(update({ type: 'addDirectories', directories: ['/trusted'], destination: 'session' })).toBe('allowed')
  })

  it.each([
    { ...rule, destination: 'userSettings' },
    { ...rule, destination: 'projectSettings' },
    { ...rule, destination: 'cliArg' },
    { ...rule, destination: 'policySettings' },
    { ...rule },
    { ...rule, destination: 'session', behavior: 'allowAlways' },
    { ...rule, destination: 'session', rules: [{ toolName: '*' }] },
    { ...rule, destination: 'session', rules: [{ toolName: 'mcp__x__y' }] },
    { ...rule, destination: 'session', rules: [{ toolName: 'Bash', ruleContent: 'x) Bash (' }] },
    { ...rule, destination: 'session', rules: [{ toolName: 'Bash', ruleContent: 'x', extra: 1 }] },
    { ...rule, destination: 'session', rules: [] },
    { ...rule, destination: 'session', mode: 'plan' },
    { ...rule, destination: 'session', type: 'replaceRules', behavior: 'deny', rules: [] },
    { ...rule, destination: 'session', type: 'removeRules', behavior: 'deny' },
    { ...rule, destination: 'session', type: 'removeRules', behavior: 'ask' },
    {
      ...{ ...rule, destination: 'session', type: 'removeRules' },
      rules: [{ toolName: 'Read', ruleContent: '!.env' }],
    },
    { ...rule, destination: 'session', behavior: 'deny', rules: [{ toolName: 'Read', ruleContent: '!.env' }] },
    { ...rule, destination: 'session', behavior: 'deny', rules: [{ toolName: 'Read', ruleContent: './!.env' }] },
    { ...rule, destination: 'session', behavior: 'ask', rules: [{ toolName: 'Edit', ruleContent: '//!etc' }] },
    { ...rule, destination: 'localSettings', rules: [{ toolName: 'Read', ruleContent: 'a:*' }] },
    { type: 'setMode', mode: BYPASS, destination: 'session' },
    { type: 'setMode', mode: 'acceptEdits', destination: 'userSettings' },
    { type: 'setMode', mode: 'acceptEdits', destination: 'localSettings' },
    { type: 'addDirectories', directories: ['/etc'], destination: 'session' },
    { type: 'addDirectories', directories: '/trusted', destination: 'session' },
    { type: 'addDirectories', directories: ['/trusted'], destination: 'userSettings' },
    { type: 'addHooks', hooks: {}, destination: 'session' },
    { type: 'constructor', destination: 'session' },
    { destination: 'session' },
  ])('are not %j', (change) => expect(update(change)).toBe('updatedPermissions'))

  it('allow for good what was suggested, whatever the place, or something certain of the same tool', () => {
    const kept = { type: 'addRules', behavior: 'allow', destination: 'localSettings' }
    const keep = (more: object, suggestions: unknown[] = [], context = {}) =>
      update({ ...kept, rules: [more] }, { suggestions, context })
    const bare = { toolName: 'Bash' }
    expect(keep(bare)).toBe('updatedPermissions')
    expect(keep(bare, [], { allowConfig: true })).toBe('allowed')
    expect(keep(bare, [{ ...kept, destination: 'session', rules: [bare] }])).toBe('allowed')
    // To take back or to forbid is no permission.
    expect(keep(bare, [{ ...kept, behavior: 'deny', rules: [bare] }])).toBe('updatedPermissions')
    expect(keep(bare, [{ ...kept, type: 'removeRules', rules: [bare] }])).toBe('updatedPermissions')
    for (const everything of ['', '*', ':*', ' **', '//**'])
      expect(keep({ ...bare, ruleContent: everything }), everything).toBe('updatedPermissions')
    expect(keep({ ...bare, ruleContent: 'npm test:*' })).toBe('allowed')
    const other = { toolName: 'Read', ruleContent: './src/**' }
    expect(keep(other)).toBe('updatedPermissions')
    expect(keep(other, [{ ...kept, rules: [{ ...other, ruleContent: './**' }] }])).toBe('allowed')
    expect(update({ ...kept, destination: 'session', rules: [bare, other] })).toBe('allowed')
  })

  it('make no rule of an answer that the CLI wants every time', () => {
    expect(update({ ...rule, destination: 'session' }, { isOnceOnly: true })).toBe('updatedPermissions')
  })
})
