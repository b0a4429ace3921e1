import { globSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectWellFormed, type PlayerHost, toPrompt, usePlayer } from './player-host.ts'

const WRITE = { name: 'Write', input: { file_path: '/a.txt', content: 'one\n' } }
const AGENT = {
  name: 'Task',
  input: { description: 'Look', prompt: 'Look around.', subagent_type: 'Explore' },
  agent: { steps: [{ tools: [{ name: 'Read', input: { file_path: '/a' }, content: 'a' }] }], summary: 'All is well.' },
}

describe('a scripted session of the player, around its turns', () => {
  const player = usePlayer()
  let host: PlayerHost
  beforeEach(() => {
    restart({})
  })

  function restart(options: Parameters<typeof player.start>[0]): PlayerHost {
    host = player.start(options)
    return host
  }

  it('answers what a host may ask', async () => {
    const first = await host.request('initialize')
    expect(first.response).toMatchObject({ models: expect.any(Array), commands: expect.any(Array), account: {} })
    expect(await host.request('set_model', { model: 'haiku' })).toMatchObject({
      response: { model: 'claude-haiku-5-5' },
    })
    await host.request('set_permission_mode', { mode: 'acceptEdits' })
    await host.next(({ permissionMode }) => permissionMode === 'acceptEdits')
    const uuid = host.say(toPrompt([{ tools: [WRITE] }, { text: 'Written.' }]))
    await host.result()
    expect(host.all('control_request')).toEqual([])
    expect(host.all('system', 'init')[0]).toMatchObject({ model: 'claude-haiku-5-5', permissionMode: 'acceptEdits' })
    expect(await host.request('mcp_status')).toMatchObject({ response: { mcpServers: expect.any(Array) } })
    expect(await host.request('get_context_usage')).toMatchObject({ response: { maxTokens: 200_000 } })
    const rewind = await host.request('rewind_files', { user_message_id: uuid, dry_run: true })
    expect(rewind.response).toMatchObject({ canRewind: true, filesChanged: ['/a.txt'] })
    expect(await host.request('no_such_request')).toMatchObject({ subtype: 'error', error_code: 'unsupported_request' })
    expectWellFormed(host)
  })

  it('lets a subagent work in the background, and speaks of it when it has ended', async () => {
    host.say(toPrompt([{ tools: [AGENT] }, { text: 'It was sent.' }]))
    expect(await host.result()).toMatchObject({ result: 'It was sent.', origin: { kind: 'human' } })
    const last = await host.result()
    expect(last).toMatchObject({
      origin: { kind: 'task-notification' },
      result: expect.stringContaining('All is well.'),
    })
    await host.next(({ state }) => state === 'idle')
    const subtypes = host.all('system').map(({ subtype }) => subtype)
    for (const subtype of ['task_started', 'task_progress', 'task_updated', 'task_notification'])
      expect(subtypes).toContain(subtype)
    expect(host.all('system', 'background_tasks_changed').map(({ tasks }) => (tasks as []).length)).toEqual([1, 0])
    expect(globSync('.claude/projects/*/*/subagents/*', { cwd: player.home }).sort()).toEqual([
      expect.stringMatching(/agent-a\w+\.jsonl$/),
      expect.stringMatching(/agent-a\w+\.meta\.json$/),
    ])
    expectWellFormed(host)
  })

  it('stops a task that is at work', async () => {
    restart({ env: { QUARTERDECK_PLAYER_SPEED: '1' } })
    const slow = { ...AGENT, agent: { steps: [{ event: 'wait', ms: 60_000 }], summary: 'Never said.' } }
    host.say(toPrompt([{ tools: [slow] }, { text: 'It was sent.' }]))
    await host.result()
    const [started] = host.all('system', 'task_started')
    expect(await host.request('stop_task', { task_id: started?.task_id })).toMatchObject({ subtype: 'success' })
    await host.next(({ state }) => state === 'idle')
    expect(host.all('system', 'task_notification')[0]).toMatchObject({ status: 'stopped' })
    expectWellFormed(host)
  })

  it('tells of hooks, retries, limits, compaction and failures', async () => {
    host.say(
      toPrompt([
        { event: 'hook', hookEvent: 'PreToolUse', name: 'lint', output: 'fine' },
        { event: 'retry', status: 529, attempts: 2, delayMs: 1 },
        { event: 'rate-limit', status: 'allowed_warning', utilization: 0.9 },
        { event: 'notice', text: 'By the way.' },
        { event: 'compact', summary: 'In short.' },
        { event: 'fail', subtype: 'error_max_turns' },
      ]),
    )
    expect(await host.result()).toMatchObject({ subtype: 'error_max_turns', is_error: true })
    host.say(toPrompt([{ errorStatus: 400 }]))
    expect(await host.result()).toMatchObject({ subtype: 'success', is_error: true, api_error_status: 400 })
    expect(host.all('system', 'api_retry')).toHaveLength(2)
    expect(await host.stop()).toMatchObject({ code: 1 })
    expectWellFormed(host)
  })

  it('goes on with a session, copies it, finds the newest, and knows when there is none', async () => {
    const sessionId = crypto.randomUUID()
    restart({ argv: [`--session-id=${sessionId}`] }).say(toPrompt([{ text: 'First.' }]))
    const first = await host.result()
    await host.stop()
    restart({ argv: [`--resume=${sessionId}`] }).say(toPrompt([{ text: 'Second.' }]))
    const second = await host.result()
    expect(second.session_id).toBe(sessionId)
    expect(Number(second.total_cost_usd)).toBeGreaterThan(Number(first.total_cost_usd))
    await host.stop()
    const copy = crypto.randomUUID()
    restart({ argv: ['--resume', sessionId, '--fork-session', '--session-id', copy] }).say(
      toPrompt([{ text: 'Third.' }]),
    )
    expect((await host.result()).session_id).toBe(copy)
    await host.stop()
    restart({ argv: ['--continue'] }).say('hello')
    expect((await host.result()).session_id).toBe(copy)
    await host.stop()
    const kept = (id: string) =>
      readFileSync(globSync(`${player.home}/.claude/projects/*/${id}.jsonl`)[0] ?? '', 'utf8')
    expect(kept(sessionId)).toMatch(/First\.[\s\S]*Second\./)
    expect(kept(sessionId)).not.toContain('Third.')
    expect(kept(copy)).toMatch(/First\.[\s\S]*Second\.[\s\S]*Third\./)
    restart({ argv: [`--resume=${crypto.randomUUID()}`] })
    expect(await host.result()).toMatchObject({ subtype: 'error_during_execution', is_error: true })
    expect(await host.child.exited).toMatchObject({ code: 1, stderr: expect.stringContaining('No conversation found') })
  })

  it('begins another session with /clear, and sums up with /compact', async () => {
    host.say('/compact keep the names')
    expect(await host.result()).toMatchObject({ num_turns: 0, local_command: 'compact' })
    host.say('/cost')
    const before = await host.result()
    host.say('/clear')
    await host.next(({ type }) => type === 'conversation_reset')
    const after = await host.result()
    expect(after.session_id).not.toBe(before.session_id)
    expect(host.all('conversation_reset')[0]).toMatchObject({ new_conversation_id: after.session_id })
    expectWellFormed(host)
  })

  it('leaves out what a host did not ask for', async () => {
    restart({ flags: [], env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '' } }).say('hello')
    await host.result()
    expect(host.messages.map(({ type }) => type)).not.toContain('stream_event')
    expect(host.all('user')).toEqual([])
    expect(host.all('system').map(({ subtype }) => subtype)).toEqual(['init'])
  })
})
