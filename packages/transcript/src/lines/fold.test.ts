import { describe, expect, it } from 'vitest'
import { answer, assistant, message, play, result, system, text, user } from '../lines-for-test.ts'
import { rows } from '../rows/rows.ts'
import { initialState } from '../state/session-state.ts'
import { toContext } from '../turns/usage.ts'
import { fold } from './fold.ts'
import { toEvent, toMessage } from './session-event.ts'

const init = system('init', {
  session_id: 's',
  cwd: '/p',
  tools: ['Bash'],
  model: 'opus',
  permissionMode: 'plan',
  slash_commands: ['/a'],
  skills: ['b'],
  agents: ['c'],
  plugins: [{ name: 'd' }],
  mcp_servers: [{ name: 'e', status: 'connected' }],
  claude_code_version: '2.1.325',
})

describe('the state of a session', () => {
  it('takes `about` from init, from the answer to initialize and from later changes', () => {
    const state = play([
      init,
      answer('i', { commands: [{ name: 'x' }], models: [{ value: 'y' }], account: { email: 'z' } }),
    ])
    expect(state.sessionId).toBe('s')
    expect(state.about).toMatchObject({
      cwd: '/p',
      model: 'opus',
      permissionMode: 'plan',
      version: '2.1.325',
      tools: ['Bash'],
      slashCommands: ['/a'],
      skills: ['b'],
      agents: ['c'],
      plugins: [{ name: 'd' }],
      mcpServers: [{ name: 'e', status: 'connected' }],
      commands: [{ name: 'x' }],
      models: [{ value: 'y' }],
    })
    expect(play([system('status', { status: null, permissionMode: 'default' })], state).about.permissionMode).toBe(
      'default',
    )
  })

  it('takes output styles, fast mode and takesSettings from the answer to initialize', () => {
    const told = { commands: [], models: [], output_style: 'default', available_output_styles: ['default', 'Learning'] }
    const old = play([answer('i', told)]).about
    expect(old).toMatchObject({ outputStyle: 'default', outputStyles: ['default', 'Learning'], takesSettings: false })
    expect(old).not.toHaveProperty('fastMode')
    const refused = { fast_mode_state: 'off', fast_mode_disabled_reason: 'free' }
    const state = play([answer('i', { ...told, capabilities: [], ...refused })])
    expect(state.about).toMatchObject({ takesSettings: true, fastMode: 'off', fastModeRefusal: 'free' })
    expect(play([result()], state).about.fastModeRefusal).toBe('free')
    expect(play([result({ fast_mode_state: 'off' })], state).about.fastModeRefusal).toBe('')
  })

  it('changes model, mode and settings when the CLI has accepted the request of the host', () => {
    const asks = (id: string, request: object) =>
      message({ type: 'control_request', request_id: id, request }, { from: 'host' })
    const asked = [
      asks('1', { subtype: 'set_model', model: 'haiku' }),
      asks('2', { subtype: 'set_permission_mode', mode: 'plan' }),
      asks('3', {
        subtype: 'apply_flag_settings',
        settings: { effortLevel: 'high', fastMode: true, outputStyle: 'Learning' },
      }),
      asks('5', { subtype: 'set_max_thinking_tokens', max_thinking_tokens: 4000 }),
    ].reduce(fold, initialState)
    expect(asked.about.model).toBeUndefined()
    const state = play(
      [
        answer('1', {}),
        answer('3', {}),
        answer('5', {}),
        { type: 'control_response', response: { subtype: 'error', request_id: '2', error: 'no' } },
      ],
      asked,
    )
    expect(state.about.model).toBe('haiku')
    expect(state.about.permissionMode).toBeUndefined()
    expect(state.about).toMatchObject({
      effort: 'high',
      fastMode: 'on',
      outputStyle: 'Learning',
      maxThinkingTokens: 4000,
    })
    // With the process, what was set for it is over.
    const again = { type: 'keeper', subtype: 'started', pid: 2, sessionId: 's', cwd: '/p', resumed: true } as const
    for (const name of ['effort', 'outputStyle', 'maxThinkingTokens'])
      expect(fold(state, { kind: 'keeper', message: again }).about).not.toHaveProperty(name)
    const usual = asks('4', { subtype: 'apply_flag_settings', settings: { effortLevel: null } })
    expect(play([answer('4', {})], fold(state, usual)).about).toMatchObject({ effort: '', fastMode: 'on' })
    const freely = asks('6', { subtype: 'set_max_thinking_tokens', max_thinking_tokens: null })
    expect(play([answer('6', {})], fold(state, freely)).about.maxThinkingTokens).toBeNull()
    expect(play([result({ fast_mode_state: 'cooldown' })], state).about.fastMode).toBe('cooldown')
  })

  it('goes on under another id after /clear, and knows both', () => {
    const state = play([init, user('Hi'), result(), { ...init, uuid: 'i2', session_id: 't' }])
    expect(state).toMatchObject({ sessionId: 't', previousIds: ['s'] })
  })

  it('says how full the context is, in the window of the model that speaks', () => {
    const used = (id: string, usage: object, more: object = {}) => {
      const frame = assistant(id, [text(id)])
      return { ...frame, message: { ...(frame.message as object), usage }, ...more }
    }
    const state = play([
      init,
      used('m', { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 1 }),
      used('n', { input_tokens: 9999 }, { parent_tool_use_id: 'agent' }),
      result({
        modelUsage: {
          helper: { inputTokens: 1, outputTokens: 1, contextWindow: 1_000_000 },
          opus: { inputTokens: 1, outputTokens: 1, contextWindow: 200_000 },
        },
      }),
    ])
    expect(toContext(state)).toEqual({ usedTokens: 116, windowTokens: 200_000 })
    expect(toContext(play([init])).windowTokens).toBeNull()
    expect(state.usage.tokens).toEqual({ input: 10_009, output: 5, cacheWrite: 1, cacheRead: 100 })
    expect(toContext(play([{ ...init, model: 'opus[1m]' }])).windowTokens).toBe(1_000_000)
    const compacted = play([system('compact_boundary', { compact_metadata: { post_tokens: 40 } })], state)
    expect(toContext(compacted).usedTokens).toBe(40)
  })

  it('counts thinking tokens until the turn ends', () => {
    const thinking = play([user('Hi'), system('thinking_tokens', { estimated_tokens: 70 })])
    expect(thinking.usage.thinkingTokens).toBe(70)
    expect(play([result()], thinking).usage.thinkingTokens).toBeNull()
    expect(play([system('thinking_tokens', { estimated_tokens: 9 })]).usage.thinkingTokens).toBeNull()
  })

  it('takes a todo file', () => {
    const state = fold(initialState, { kind: 'todos', todos: [{ content: 'Read', status: 'completed' }] })
    expect(state.todos).toMatchObject([{ subject: 'Read', status: 'completed' }])
  })

  it('has the time of the newest message in lastAt, deltas too', () => {
    const at = '2026-01-01T00:00:09.000Z'
    const start = { type: 'stream_event', uuid: 's', event: { type: 'message_start', message: { id: 'm' } } }
    expect(fold(play([answer('i', {}), user('Hi')]), message(start, { at })).lastAt).toBe(at)
  })

  it('is compacting as long as the CLI says so', () => {
    const compacting = play([user('/compact'), system('status', { status: 'compacting' })])
    expect(compacting.isCompacting).toBe(true)
    expect(play([system('status', { status: null })], compacting).isCompacting).toBe(false)
  })
})

describe('an event', () => {
  it('is made of a record of the log', () => {
    const record = { seq: 3, at: '2026-01-01T00:00:00.000Z', from: 'host' as const, by: 'phone', message: {} }
    const line = toMessage(user('Hi'))
    expect(toEvent(record, line)).toEqual({
      kind: 'message',
      message: line,
      at: record.at,
      seq: 3,
      from: 'host',
      by: 'phone',
    })
    expect(toEvent({ ...record, message: 'broken' }, null)).toEqual({
      kind: 'unread',
      text: 'broken',
      at: record.at,
      seq: 3,
    })
    const queue = { type: 'keeper', subtype: 'queue', items: [] }
    expect(toEvent({ ...record, from: 'keeper', message: queue }, null)).toEqual({
      kind: 'keeper',
      message: queue,
      at: record.at,
      seq: 3,
    })
  })

  it('is folded once, by its number', () => {
    const delta = { type: 'keeper', subtype: 'unread', text: 'x' } as const
    const once = fold(initialState, { kind: 'keeper', message: delta, seq: 1 })
    expect(fold(once, { kind: 'keeper', message: { ...delta, text: 'y' }, seq: 1 })).toBe(once)
  })

  it.each([
    { type: 'user', uuid: 'u', message: { role: 'user', content: [{ type: 'tool_result', content: 5 }] } },
    { type: 'assistant', uuid: 'u', message: { id: 'm', content: [null] } },
  ])('that nobody has looked at, as %j, takes nothing with it, whatever its shape', (raw) => {
    const state = fold(initialState, { kind: 'message', message: toMessage(user('Hi')), from: 'cli' })
    const next = fold(state, { kind: 'message', message: toMessage(raw), from: 'cli' })
    const notice = rows(next).at(-1)
    expect(notice).toMatchObject({ kind: 'notice' })
    expect(JSON.stringify(notice)).toContain('cannot read')
    expect(rows(next).slice(0, -1)).toEqual(rows(state))
  })

  it('leaves out the fields that the schema check has rejected', () => {
    expect(toMessage({ type: 'user', sessionId: 's', timestamp: 7 }, [['timestamp']])).toEqual({
      type: 'user',
      session_id: 's',
    })
  })
})
