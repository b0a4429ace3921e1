import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepDraft, readDraft, toStart, toStartProblem } from './draft.ts'

const draft = readDraft('/home/you/app', { defaultModel: 'opus', defaultMode: 'plan', defaultEffort: 'high' })

afterEach(() => vi.unstubAllGlobals())

describe('a new session', () => {
  it('that was not begun is there again, but for what may hold a key', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
    keepDraft({
      ...draft,
      prompt: 'Hello.',
      mcpConfig: '{"token":"canary"}',
      agents: '{"a":{"mcpServers":["canary"]}}',
      settings: '{"env":{"KEY":"canary"}}',
    })
    expect([...kept.values()].join()).not.toContain('canary')
    expect(readDraft('/other', {})).toEqual({ ...draft, prompt: 'Hello.' })
  })

  it('begins as the person likes it, in the folder at hand', () => {
    expect(toStart(draft, draft.cwd)).toEqual({
      cwd: '/home/you/app',
      model: 'opus',
      permissionMode: 'plan',
      effort: 'high',
    })
  })

  it('is asked for with all that was filled in, lists by lines', () => {
    const full = {
      ...draft,
      prompt: ' Hello. ',
      effort: 'low',
      maxTurns: '5',
      maxBudgetUsd: '2.50',
      allowedTools: 'Read\n\n Bash(npm test) ',
      addDirs: '/home/you/lib',
      appendSystemPrompt: 'Be brief.',
    }
    expect(toStart(full, '/x')).toEqual({
      cwd: '/x',
      prompt: 'Hello.',
      model: 'opus',
      permissionMode: 'plan',
      effort: 'low',
      maxTurns: 5,
      maxBudgetUsd: 2.5,
      allowedTools: ['Read', 'Bash(npm test)'],
      addDirs: ['/home/you/lib'],
      appendSystemPrompt: 'Be brief.',
    })
  })

  it('has a prompt of its own, and configuration as data, where the server takes it', () => {
    const given = {
      ...draft,
      systemPrompt: ' You are a gull. ',
      mcpConfig: '{"mcpServers": {}}',
      agents: '{"gull": {"prompt": "Fly."}}',
      settings: ' {"a": 1} ',
      pluginDirs: '/p\n/q',
    }
    const mine = { systemPrompt: 'You are a gull.' }
    expect(toStart(given, '/x', true)).toMatchObject({
      ...mine,
      mcpConfig: { mcpServers: {} },
      agents: { gull: { prompt: 'Fly.' } },
      settings: { a: 1 },
      pluginDirs: ['/p', '/q'],
    })
    expect(toStart(given, '/x')).toEqual({ ...(toStart(draft, '/x') as object), ...mine })
  })

  it.each(['mcpConfig', 'agents', 'settings'])('says what is wrong with the JSON of %s', (field) => {
    const say = (text: string) => toStart({ ...draft, [field]: text }, '/x', true)
    expect(say('{ no')).toMatchObject({ field, text: expect.stringContaining('This is not JSON') })
    expect(say('[1]')).toMatchObject({ field, text: 'This must be a JSON object, which begins with {.' })
  })

  it.each([
    ['cwd', {}, ''],
    ['cwd', {}, 'home/you'],
    ['maxTurns', { maxTurns: '1.5' }, '/x'],
    ['maxTurns', { maxTurns: 'many' }, '/x'],
    ['maxBudgetUsd', { maxBudgetUsd: '-1' }, '/x'],
  ])('says what is wrong beside %s for %j', (field, change, cwd) => {
    expect(toStart({ ...draft, ...change }, cwd)).toMatchObject({ field, text: expect.any(String) })
  })
})

it.each([
  ["'cwd' is no folder that exists, named from / on", 'cwd'],
  ["'model' is not the name of a model", 'model'],
  ["'addDirs' is not below /x", 'addDirs'],
  ["'settings' holds the mode 'bypassPermissions', which is for --allow-bypass only.", 'settings'],
  ['20 sessions are live already.', 'all'],
])('puts %j beside %s', (text, field) => {
  expect(toStartProblem(text)).toEqual({ field, text })
})
