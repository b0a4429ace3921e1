import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { toInputHash } from '../../../packages/server/src/input-hash.ts'
import { SessionStage } from '../../stages/session-stage.ts'

const toTouch = (file: string) => ({ tools: [{ name: 'Bash', input: { command: `touch ${file}` } }] })

describe.each(CLI_VERSIONS)('what is decided, asked and changed in a session of CLI %s', (version) => {
  const isOld = version === '2.1.38'
  let stage: SessionStage
  afterEach(() => stage.clear())

  it('reaches the CLI once, as it was shown, and is written down', async () => {
    stage = await SessionStage.set(version)
    const made = (file: string) => existsSync(join(stage.project, file))
    const start = { cwd: stage.project, trust: true, commandId: 'start-1' }
    await stage.begin(start)
    // Sent again, it gives the session that there is.
    const again = await stage.call('POST', '/api/claude/sessions', start)
    expect(again).toEqual({ status: 201, body: { sessionId: stage.sessionId } })
    expect((await stage.call('GET', '/api/claude/sessions')).body.items).toHaveLength(1)

    await stage.say('Allow.', toTouch('a.txt'), toTouch('wrong.txt'), { text: 'Done.' })
    const first = await stage.prompted()
    const inputHash = toInputHash(first.input)
    const allow = { request_id: first.requestId, behavior: 'allow', inputHash, commandId: 'decision-1' }
    expect(
      await stage.ask('/permission', { ...allow, inputHash: toInputHash({ command: 'touch b.txt' }) }),
    ).toMatchObject({
      status: 409,
      code: 'input_changed',
      inputHash,
    })
    expect(await stage.ask('/permission', allow)).toMatchObject({ status: 200 })
    expect(await stage.ask('/permission', allow)).toMatchObject({ status: 200 })
    expect(await stage.ask('/permission', { ...allow, behavior: 'deny', commandId: 'decision-2' })).toMatchObject({
      ...{ status: 409, code: 'already_resolved', by: 'a program', behavior: 'allow' },
      at: expect.stringMatching(/^\d{4}-/),
    })
    const second = await stage.prompted()
    const edited = { command: 'touch edited.txt' }
    await stage.ask('/permission', { request_id: second.requestId, behavior: 'allow', updatedInput: edited })
    await stage.ended(1)
    expect(['a.txt', 'wrong.txt', 'edited.txt'].map(made)).toEqual([true, false, true])

    await stage.say('Always.', toTouch('c.txt'), toTouch('d.txt'), { text: 'Done.' })
    const third = await stage.prompted()
    const bypass = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' }
    const answer = { request_id: third.requestId, behavior: 'allow' }
    expect(await stage.ask('/permission', { ...answer, updatedPermissions: [bypass] })).toMatchObject({
      status: 403,
      code: 'not_allowed',
    })
    // What the CLI offers goes back as it is; the older one offers no rule for this, and a mode with it.
    const rules = [{ toolName: 'Bash', ruleContent: 'touch:*' }]
    const rule = { type: 'addRules', behavior: 'allow', destination: 'session', rules }
    const updatedPermissions = isOld ? third.suggestions : [rule]
    expect(await stage.ask('/permission', { ...answer, updatedPermissions })).toMatchObject({ status: 200 })
    await stage.ended(2)
    expect(['c.txt', 'd.txt'].map(made)).toEqual([true, true])
    await stage.ask('/control', { subtype: 'set_permission_mode', mode: 'default' })

    await stage.say('Deny.', { tools: [{ name: 'Bash', input: { command: 'rm a.txt' } }] }, { text: 'Well.' })
    await stage.ask('/permission', {
      request_id: (await stage.prompted()).requestId,
      behavior: 'deny',
      message: 'Keep it, please.',
    })
    await stage.until((message) => JSON.stringify(message).includes('Keep it, please.') && message.type === 'user')
    await stage.ended(3)
    await stage.say('Deny and stop.', { tools: [{ name: 'Bash', input: { command: 'rm a.txt' } }] })
    await stage.ask('/permission', {
      request_id: (await stage.prompted()).requestId,
      behavior: 'deny',
      interrupt: true,
    })
    await stage.ended(4)
    expect(made('a.txt')).toBe(true)

    const question = {
      question: 'Which?',
      header: 'Which',
      options: [
        { label: 'S', description: 's' },
        { label: 'M', description: 'm' },
      ],
      multiSelect: false,
    }
    await stage.say(
      'Ask me.',
      { tools: [{ name: 'AskUserQuestion', input: { questions: [question] } }] },
      { text: 'Done.' },
    )
    const asked = await stage.prompted()
    const answers = { ...asked.input, answers: { 'Which?': 'M' } }
    await stage.ask('/permission', { request_id: asked.requestId, behavior: 'allow', updatedInput: answers })
    await stage.until((message) => message.type === 'user' && JSON.stringify(message).includes('\\"Which?\\"=\\"M\\"'))
    await stage.ended(5)

    const { body } = await stage.call('GET', '/api/audit?limit=200')
    const entries = body.items as { event: string; by: string; inputHash?: string; requestId?: string }[]
    expect(
      entries.filter(({ event, requestId }) => event === 'decision' && requestId === first.requestId),
    ).toMatchObject([{ by: 'a program', behavior: 'allow', inputHash }])
    expect(entries.filter(({ event }) => event === 'decision')).toHaveLength(6)
    expect(entries.map(({ event }) => event)).toEqual(expect.arrayContaining(['start', 'trust', 'refusal']))
    expect((await stage.call('GET', '/api/audit/verify')).body).toMatchObject({ ok: true })
    // Who answered stands in the log, too.
    expect(
      stage.records.find(({ from, message }) => from === 'host' && JSON.stringify(message).includes(first.requestId)),
    ).toMatchObject({ by: 'a program' })
  })

  it('is answered by the CLI, by the policy or by the clock', async () => {
    stage = await SessionStage.set(version)
    await stage.begin({ permissionMode: 'plan' })
    const write = { name: 'Write', input: { file_path: join(stage.project, 'planned.txt'), content: 'x' } }
    const plan = { name: 'ExitPlanMode', input: { plan: 'Make it.' } }
    await stage.say('Plan it.', { tools: [plan] }, { tools: [write] }, { text: 'Done.' })
    const { requestId, toolName } = await stage.prompted()
    expect(toolName).toBe('ExitPlanMode')
    const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
    await stage.ask('/permission', { request_id: requestId, behavior: 'allow', updatedPermissions: [mode] })
    await stage.ended(1)
    expect(existsSync(join(stage.project, 'planned.txt'))).toBe(true)

    const control = (subtype: string, body: object = {}) => stage.ask('/control', { subtype, ...body })
    expect(await control('mcp_status')).toMatchObject({ status: 200, mcpServers: [] })
    expect(await control('set_model', { model: 'claude-haiku-4-5' })).toMatchObject({ status: 200 })
    expect(await control('set_permission_mode', { mode: 'acceptEdits' })).toMatchObject({ status: 200 })
    expect(await control('get_context_usage')).toMatchObject(
      isOld ? { status: 422, code: 'unsupported_by_cli' } : { status: 200 },
    )
    // One says nothing to a task that is not there, the other nothing at all.
    expect(await control('stop_task', { task_id: 'none' })).toMatchObject({ status: isOld ? 422 : 200 })
    expect(await control('stop_task')).toMatchObject({ status: 400, code: 'bad_request' })
    expect(await control('interrupt')).toMatchObject({ status: 200 })
    for (const [subtype, body] of [
      ['initialize', { hooks: {} }],
      ['set_permission_mode', { mode: 'bypassPermissions' }],
      ['mcp_set_servers', { servers: { x: { command: 'touch', args: ['pwned'] } } }],
      ['apply_flag_settings', { settings: { permissions: { allow: ['Bash'] } } }],
      ['mcp_call', { tool: 'x' }],
    ] as const)
      expect(await control(subtype, body)).toMatchObject({ status: 403, code: 'not_allowed' })

    await stage.ask('', undefined, 'DELETE')
    expect(await control('stop_task', { task_id: 'none' })).toMatchObject({ status: 409, code: 'not_running' })
    expect(await control('mcp_status')).toMatchObject({ status: 200 })
    const { body } = await stage.call('GET', '/api/audit?limit=200')
    const events = (body.items as { event: string }[]).map(({ event }) => event)
    expect(events.filter((event) => event === 'refusal')).toHaveLength(5)
    expect(events).toContain('mode')
  })
})
