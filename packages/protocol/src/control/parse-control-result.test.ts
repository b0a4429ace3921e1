import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseControlResult } from './parse-control-result.ts'
import { findControlEntry } from './table.ts'

interface RecordedAnswer {
  cli: string
  subtype: string
  response?: Record<string, unknown>
}

/** What two real CLIs answered, shortened: long lists to two elements, long texts to a line. */
const answers: RecordedAnswer[] = readFileSync(new URL('./recorded-answers.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** The fields without which an answer is of no use. */
const needed: Readonly<Record<string, string[]>> = {
  initialize: ['commands', 'models'],
  list_models: ['models'],
  mcp_status: ['mcpServers'],
  get_context_usage: ['categories', 'totalTokens', 'maxTokens'],
  get_usage: ['session'],
  get_settings: ['effective', 'sources'],
  list_permission_rules: ['state'],
  get_hooks_listing: ['hooks'],
  get_memory_dialog: ['files'],
  get_skills_dialog: ['skills'],
  get_sandbox_dialog: ['supported', 'enabled'],
  get_status: ['sections'],
  rewind_files: ['canRewind'],
  rewind_conversation: ['rewound'],
  set_cwd: ['status'],
  read_file: ['contents'],
  file_suggestions: ['suggestions'],
  get_task_output: ['output'],
  get_workspace_diff: ['diff'],
  get_plan: ['exists'],
  side_question: ['response'],
}

describe('parseControlResult', () => {
  it.each(answers)('reads what $cli answers to $subtype, as the same object', ({ subtype, response }) => {
    const result = parseControlResult(subtype, response)
    expect(findControlEntry(subtype)).toBeDefined()
    expect(result).toEqual({ ok: true, value: response ?? {}, faults: [] })
    if (response !== undefined) expect(result.ok && result.value).toBe(response)
  })

  it.each(Object.entries(needed))('refuses an answer to %s without its %j', (subtype, fields) => {
    const answer = answers.findLast((each) => each.subtype === subtype)
    expect(answer?.response).toBeDefined()
    for (const field of fields) {
      const { [field]: _, ...rest } = answer?.response ?? {}
      const result = parseControlResult(subtype, rest)
      expect(result.ok).toBe(false)
      expect(!result.ok && result.problem).toContain(`${subtype}: ${field}`)
    }
  })

  it('gives a typed value', () => {
    const result = parseControlResult('list_models', { models: [{ value: 'opus', displayName: 'Opus' }] })
    expect(result.ok && result.value.models[0]?.displayName).toBe('Opus')
  })

  it('keeps the fields it does not know', () => {
    const payload = { models: [{ value: 'opus', halo: true }], moon: 'full' }
    expect(parseControlResult('list_models', payload)).toMatchObject({ ok: true, value: payload })
  })

  it('leaves out a field that does not fit and is not needed, and says so', () => {
    const payload = { commands: [], models: [], account: 'Ada', pid: 7 }
    const result = parseControlResult('initialize', payload)
    expect(result).toMatchObject({
      ok: true,
      value: { commands: [], models: [], pid: 7 },
      faults: [{ path: ['account'] }],
    })
    expect(result.ok && result.value).not.toHaveProperty('account')
    expect(payload.account).toBe('Ada')
  })

  it('names the place of what it cannot do without', () => {
    expect(parseControlResult('list_models', { models: [{ displayName: 'Opus' }] })).toEqual({
      ok: false,
      problem: expect.stringMatching(/^list_models: models 0 value /),
    })
    expect(parseControlResult('list_models', 'opus')).toMatchObject({ ok: false })
  })

  it('does not check the answer to a subtype that it does not know', () => {
    expect(parseControlResult('teleport', { arrived: true })).toEqual({
      ok: true,
      value: { arrived: true },
      faults: [],
    })
    expect(parseControlResult('toString', undefined)).toEqual({ ok: true, value: {}, faults: [] })
  })
})
