import { cliFlags, type Flag } from '@quarterdeck/protocol/pure'
import { describe, expect, it } from 'vitest'
import { DriverError } from '../driver-error.ts'
import { FLAG_TABLE, INITIALIZE_TABLE, OTHER_OPTIONS } from './launch-table.ts'
import type { SessionOptions } from './session-options.ts'
import { toLaunch } from './to-launch.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'

const launch = (options: Omit<SessionOptions, 'cwd'>, version: string | null = '2.1.325', settingsMode?: string) =>
  toLaunch(
    { cwd: '/project', ...options },
    { version, baseEnv: {}, ...(settingsMode === undefined ? {} : { settingsMode }) },
  )

/** A value of the right shape for each option. */
const EVERY: Required<Omit<SessionOptions, 'cwd' | 'resume' | 'continue' | 'fork' | 'resumeAt' | 'sessionId'>> = {
  resumeDropsTurn: 'u',
  fromPr: '1',
  noSessionPersistence: true,
  title: 't',
  worktree: true,
  model: 'm',
  fallbackModel: ['a', 'b'],
  effort: 'low',
  thinking: 'disabled',
  thinkingDisplay: 'omitted',
  maxThinkingTokens: 1,
  betas: ['b'],
  autocompact: 'auto',
  maxTurns: 1,
  maxBudgetUsd: 1,
  taskBudget: 1,
  permissionMode: 'plan',
  permissionPrompts: 'none',
  allowBypass: true,
  allowedTools: ['Read'],
  disallowedTools: ['Bash'],
  tools: ['Read'],
  addDirs: ['/a'],
  restricted: true,
  systemPrompt: 's',
  systemPromptFile: '/s',
  appendSystemPrompt: 's',
  appendSystemPromptFile: '/s',
  appendSubagentSystemPrompt: 's',
  systemPromptSnapshot: false,
  excludeDynamicSystemPromptSections: true,
  planModeInstructions: 'p',
  jsonSchema: { type: 'object' },
  agents: { a: { description: 'd', prompt: 'p' } },
  agent: 'a',
  skills: ['s'],
  mcpConfig: ['/m.json', { mcpServers: {} }],
  strictMcpConfig: true,
  sdkMcpServers: ['host'],
  sdkMcpServerConfigs: { host: {} },
  hooks: { Stop: [{ hookCallbackIds: ['1'] }] },
  toolAliases: { a: 'b' },
  settings: { model: 'x' },
  settingSources: ['user'],
  pluginDirs: ['/p'],
  pluginDirsNoMcp: ['/q'],
  projectConfigRoot: '/r',
  disableSlashCommands: true,
  bare: true,
  safeMode: true,
  promptSuggestions: true,
  forwardSubagentText: true,
  perTaskStopAffordance: true,
  fileCheckpointing: true,
  agentProgressSummaries: true,
  supportedDialogKinds: ['k'],
  enableAuthStatus: true,
  debug: true,
  debugFile: '/d',
  env: {},
}

describe('toLaunch', () => {
  it('asks for everything a host needs, and to be asked before tools run', () => {
    const { argv, initialize, env, unsupported } = launch({ sessionId: ID })
    expect(argv).toEqual([
      '--output-format=stream-json',
      '--input-format=stream-json',
      '--verbose',
      '--include-partial-messages',
      '--replay-user-messages',
      '--permission-prompt-tool=stdio',
      '--include-hook-events',
      '--settings={"cleanupPeriodDays":99999}',
      '--permission-mode=default',
      `--session-id=${ID}`,
    ])
    expect(initialize).toEqual({
      subtype: 'initialize',
      promptSuggestions: true,
      forwardSubagentText: true,
      perTaskStopAffordance: true,
    })
    expect(env).toEqual({
      CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
      CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true',
    })
    expect(unsupported).toEqual([])
  })

  it.each(['2.1.38', null])('asks version %s for nothing that would end it', (version) => {
    expect(launch({}, version).argv).not.toContain('--include-hook-events')
  })

  it('says which of the options an older version does not have, and leaves them out', () => {
    const { argv, unsupported } = launch(
      { title: 'x', skills: ['s'], safeMode: true, bare: false, model: 'm' },
      '2.1.38',
    )
    expect(unsupported).toEqual(['title', 'safeMode', 'skills'])
    expect(argv.join(' ')).not.toMatch(/--name|--safe-mode|--bare/)
    expect(argv).toContain('--model=m')
  })

  it('goes by the flags that a version between the known ones has, where they were read', () => {
    const context = { version: '2.1.200', baseEnv: {}, flags: new Set(['--include-hook-events', '--name']) }
    const { argv, unsupported } = toLaunch({ cwd: '/project', title: 'x', safeMode: true }, context)
    expect(argv).toEqual(expect.arrayContaining(['--include-hook-events', '--name=x', '--verbose']))
    expect(unsupported).toEqual(['safeMode'])
  })

  it('keeps a value from being taken for a flag', () => {
    const evil = '--dangerously-skip-permissions'
    const texts = { model: evil, systemPrompt: evil, resume: evil, debugFile: evil, agent: evil }
    const lists = { addDirs: [evil], allowedTools: [evil], tools: [evil], mcpConfig: [evil], fallbackModel: [evil] }
    expect(launch({ ...texts, ...lists }).argv.every((each) => each.startsWith('--') && each !== evil)).toBe(true)
    expect(launch({ model: evil }).argv).toContain(`--model=${evil}`)
  })

  it('gives each of several values a flag of its own, since a rule may hold a comma', () => {
    const { argv } = launch({ allowedTools: ['Bash(echo a,b)', 'Read'], mcpConfig: ['/a b.json', { mcpServers: {} }] })
    expect(argv.filter((each) => /allowedTools|mcp-config/.test(each))).toEqual([
      '--allowedTools=Bash(echo a,b)',
      '--allowedTools=Read',
      '--mcp-config=/a b.json',
      '--mcp-config={"mcpServers":{}}',
    ])
  })

  it('knows an empty list of tools from none given', () => {
    expect(launch({ tools: [] }).argv).toContain('--tools=')
    expect(launch({}).argv.join(' ')).not.toContain('--tools')
  })

  it('goes on with a session, and forks one at a message', () => {
    const tail = (options: Omit<SessionOptions, 'cwd'>) => launch({ permissionMode: 'plan', ...options }).argv.slice(9)
    expect(tail({ resume: ID })).toEqual([`--resume=${ID}`])
    expect(tail({ resume: ID, sessionId: ID })).toEqual([`--resume=${ID}`])
    expect(tail({ continue: true })).toEqual(['--continue'])
    expect(tail({ resume: ID, fork: { at: 'message' }, sessionId: OTHER })).toEqual([
      `--resume=${ID}`,
      '--fork-session',
      '--resume-session-at=message',
      `--session-id=${OTHER}`,
    ])
  })

  it.each<[string, Omit<SessionOptions, 'cwd'>, RegExp]>([
    ['both ways back', { resume: ID, continue: true }, /Choose one/],
    ['a fork of nothing', { fork: true }, /nothing to fork/],
    ['another id for the same session', { resume: ID, sessionId: OTHER }, /or fork/],
    ['a message of no session', { continue: true, fork: { at: 'm' } }, /with resume/],
    ['an id that is none', { sessionId: 'x' }, /UUID/],
    ['a prompt too long for an argument', { systemPrompt: 'é'.repeat(70_000) }, /140016 bytes long.*systemPromptFile/],
    ['a NUL', { model: 'a\0b' }, /holds a NUL/],
  ])('refuses %s', (_, options, message) => {
    expect(() => launch(options)).toThrow(DriverError)
    expect(() => launch(options)).toThrow(message)
  })

  it('sends long prompts and definitions by the wire', () => {
    const long = 'x'.repeat(1_000_000)
    const { argv, initialize } = launch({ appendSystemPrompt: long, agents: { a: { description: 'd', prompt: long } } })
    expect(initialize.appendSystemPrompt).toBe(long)
    expect(initialize.agents?.a?.prompt).toBe(long)
    expect(argv.every((each) => each.length < 100)).toBe(true)
  })

  describe('the permission mode', () => {
    const mode = (options: Omit<SessionOptions, 'cwd'>, settingsMode?: string) =>
      launch(options, null, settingsMode).argv.find((each) => each.startsWith('--permission-mode')) ?? null

    it('is the one asked for, else that of the settings, else default', () => {
      expect(mode({ permissionMode: 'plan' }, 'acceptEdits')).toBe('--permission-mode=plan')
      expect(mode({}, 'acceptEdits')).toBeNull()
      expect(mode({ settings: { permissions: { defaultMode: 'plan' } } })).toBeNull()
      expect(mode({})).toBe('--permission-mode=default')
    })

    it('is never bypass because a file says so', () => {
      expect(mode({}, 'bypassPermissions')).toBe('--permission-mode=default')
      expect(mode({ allowBypass: true }, 'bypassPermissions')).toBeNull()
    })
  })

  it('never sends the flag that asks nobody', () => {
    expect(launch(EVERY).argv).not.toContain('--dangerously-skip-permissions')
  })

  it('reaches every flag of the CLI, sends it always, or says why never', () => {
    const names = [
      ...launch({ ...EVERY, sessionId: ID }).argv,
      ...launch({ resume: ID, fork: { at: 'm' } }).argv,
      ...launch({ continue: true }).argv,
    ].map((each) => each.split('=')[0])
    const rows = Object.entries(FLAG_TABLE)
    expect(rows.map(([flag]) => flag).sort()).toEqual(Object.keys(cliFlags).sort())
    for (const [flag, row] of rows) {
      if (row.kind === 'initialize') expect(INITIALIZE_TABLE).toHaveProperty(row.option)
      else expect([flag, names.includes(flag)]).toEqual([flag, row.kind !== 'never'])
    }
  })

  it('writes every value in the way the CLI reads it', () => {
    const flags: Readonly<Record<string, Flag>> = cliFlags
    for (const argument of launch({ ...EVERY, sessionId: ID }).argv) {
      const [name = '', value] = argument.split(/=(.*)/s)
      const { value: kind, optional, words } = flags[name] as Flag
      if (value === undefined) expect([name, kind === 'none' || optional === true]).toEqual([name, true])
      else expect([name, kind]).not.toEqual([name, 'none'])
      if (words !== undefined && kind !== 'list' && value !== undefined) expect(words).toContain(value)
    }
  })

  it('does something with every option', () => {
    const { initialize } = launch(EVERY)
    const inFlags = Object.values(FLAG_TABLE).flatMap((row) => ('option' in row ? [row.option] : []))
    const known = new Set<string>([...inFlags, ...Object.keys(INITIALIZE_TABLE), ...Object.keys(OTHER_OPTIONS)])
    const options = [...Object.keys(EVERY), 'cwd', 'resume', 'continue', 'fork', 'resumeAt', 'sessionId']
    expect(options.filter((name) => !known.has(name))).toEqual([])
    expect(Object.keys(INITIALIZE_TABLE).filter((name) => !(name in initialize))).toEqual([])
  })
})
