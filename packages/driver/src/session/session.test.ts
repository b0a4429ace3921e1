import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { noFacts } from '../engine/facts/session-facts.ts'
import type { Handlers } from '../host/handlers.ts'
import { FakeLink } from './fixtures/fake-link.ts'
import { ask, open, toAnswer } from './fixtures/open-session.ts'
import { Session } from './session.ts'

describe('a session whose beginning is no longer in the log', () => {
  it('is known from its snapshot, with what is still open', () => {
    const link = new FakeLink()
    link.droppedThrough = 900
    link.cli(ask('r1'))
    const queue = [{ uuid: 'q', content: 'Next.', at: '' }]
    link.keeper({ subtype: 'snapshot', facts: { ...noFacts, sessionIds: ['one', 'two'], isRunning: true, queue } })
    const asked: string[] = []
    const onPermission: Handlers['onPermission'] = (_, { requestId }) => {
      asked.push(requestId)
      return undefined
    }
    const session = new Session(link, { handlers: { onPermission } })
    expect([session.ids, session.queue, asked]).toEqual([['one', 'two'], queue, ['r1']])
    expect(session.liveness.state).toBe('awaiting approval')
    link.host(toAnswer('r1'))
    expect(session.liveness.state).toBe('idle')
  })
})

describe('what is asked of the CLI', () => {
  it('has the answer as its outcome, and a second answer changes nothing', async () => {
    const { link, session, requests, settle } = open()
    const outcome = session.setPermissionMode('plan')
    await settle()
    const id = requests()[0]?.request_id
    link.cli({ type: 'control_response', response: { subtype: 'success', request_id: id, response: { mode: 'plan' } } })
    link.cli({ type: 'control_response', response: { subtype: 'success', request_id: id } })
    expect(await outcome).toEqual({ kind: 'ok', response: { mode: 'plan' } })
  })

  it.each([
    [{ subtype: 'error', error: 'no', error_code: 'unsupported_request' }, { kind: 'unsupported' }],
    [
      { subtype: 'error', error: 'no', error_code: 'invalid_mode' },
      { kind: 'refused', error: 'no', code: 'invalid_mode' },
    ],
    [
      { subtype: 'success', response: { mcpServers: 7 } },
      { kind: 'refused', code: 'unreadable' },
    ],
  ])('%j is told as a value', async (response, expected) => {
    const { link, session, requests, settle } = open()
    const outcome = session.request('mcp_status')
    await settle()
    link.cli({ type: 'control_response', response: { ...response, request_id: requests()[0]?.request_id } })
    expect(await outcome).toMatchObject(expected)
  })

  it('is typed by its name', async () => {
    const { link, session } = open()
    link.refusal = { code: 'not_running', message: 'It is over.' }
    const outcomes = [
      await session.request('set_model', { model: null }),
      await session.request('mcp_status'),
      await session.request('something_new', { any: 'thing' }),
      // @ts-expect-error: the mode is missing
      await session.request('set_permission_mode'),
      // @ts-expect-error: a model is a word
      await session.request('set_model', { model: 7 }),
      // @ts-expect-error: this is for the CLI to ask
      await session.request('can_use_tool', { tool_name: 'Bash', input: {} }),
    ]
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'ended' })))
    const status = await session.mcpStatus()
    if (status.kind === 'ok') expectTypeOf(status.response.mcpServers[0]?.name).toEqualTypeOf<string | undefined>()
  })

  it('has ids that no other host can have', async () => {
    const { link, session, requests, settle } = open()
    const other = new Session(link)
    void session.setModel('a')
    void other.setModel('b')
    await settle()
    expect(new Set(requests().map(({ request_id }) => request_id)).size).toBe(2)
    link.exit('stopped')
  })

  it('is not even sent to an old CLI that would never answer', async () => {
    const { session, requests } = open(undefined, '2.1.38')
    expect(await session.request('get_context_usage')).toEqual({ kind: 'unsupported' })
    expect(requests()).toEqual([])
  })

  it('times out, and a late answer is no trouble', async () => {
    const { link, session, requests } = open()
    expect(await session.request('mcp_status', {}, { timeoutMs: 1 })).toEqual({ kind: 'timed_out', afterMs: 1 })
    link.cli({ type: 'control_response', response: { subtype: 'success', request_id: requests()[0]?.request_id } })
    expect(session.liveness.state).toBe('ready')
  })

  it('can be given up, of which a CLI is told that can hear it', async () => {
    for (const [version, told] of [
      ['2.1.325', 1],
      ['2.1.38', 0],
    ] as const) {
      const { link, session, settle } = open(undefined, version)
      const abort = new AbortController()
      const outcome = session.request('mcp_status', {}, { signal: abort.signal })
      await settle()
      abort.abort()
      expect(await outcome).toEqual({ kind: 'cancelled' })
      await settle()
      expect(link.written('control_cancel_request')).toHaveLength(told)
    }
  })

  it('ends with the process', async () => {
    const { link, session, settle } = open()
    const outcome = session.setModel('a')
    await settle()
    link.exit('crashed')
    expect(await outcome).toEqual({ kind: 'ended' })
    link.refusal = { code: 'not_running', message: 'It is over.' }
    expect(await session.setModel('b')).toEqual({ kind: 'ended' })
  })
})

describe('what happens', () => {
  const init = { type: 'system', subtype: 'init', session_id: 'one', cwd: '/', tools: [], model: 'm' }
  const result = { type: 'result', subtype: 'success', is_error: false, result: 'Done.', session_id: 'one' }

  it('comes as items, each prompt once, unknown and malformed lines too', async () => {
    const { link, session } = open()
    const { uuid } = await session.send('Hello.')
    link.cli(init)
    link.cli({ type: 'user', uuid, isReplay: true, message: { role: 'user', content: 'Hello.' }, session_id: 'one' })
    link.cli({ type: 'brand_new', field: 1 })
    link.keeper({ subtype: 'unread', text: '{' })
    link.keeper({ subtype: 'oversize', bytes: 9 })
    link.cli(result)
    link.exit('finished')
    const items = await collect(session)
    const kinds = items
      .slice(3)
      .map((item) => (item.kind === 'message' ? `${item.from} ${item.message.type}` : item.kind))
    expect(kinds).toEqual(['host user', 'cli system', 'unknown', 'malformed', 'oversize', 'cli result', 'session'])
  })

  it('goes on in a second loop where the first was left', async () => {
    const { link, session } = open()
    link.cli(init)
    link.cli(result)
    const first: number[] = []
    for await (const { seq } of session) {
      first.push(seq)
      if (seq === 4) break
    }
    link.exit('finished')
    const rest = (await collect(session)).map(({ seq }) => seq)
    expect([...first, ...rest]).toEqual(link.records.map(({ seq }) => seq))
    expect((await collect(session.messages({ after: 4 }))).map(({ seq }) => seq)).toEqual(rest)
  })

  it('a turn has its result, whoever else has one meanwhile', async () => {
    const { link, session, settle } = open()
    const outcome = session.turn('Hello.', { uuid: 'mine' })
    await settle()
    link.cli(init)
    link.cli({ ...result, result: 'By itself.', origin: { kind: 'task-notification' } })
    link.cli({ ...result, result: 'Of another.', user_message_uuids: ['other'] })
    link.cli({ ...result, user_message_uuids: ['mine'] })
    expect(await outcome).toMatchObject({ kind: 'result', result: { result: 'Done.' } })
  })

  it('a turn of an old CLI that was sent into another has the second result', async () => {
    const { link, session, settle } = open(undefined, '2.1.38')
    const [first, second] = [session.turn('One.'), session.turn('Two.')]
    await settle()
    for (const text of ['First.', 'Second.']) {
      link.cli(init)
      link.cli({ ...result, result: text })
    }
    expect(await first).toMatchObject({ result: { result: 'First.' } })
    expect(await second).toMatchObject({ result: { result: 'Second.' } })
  })

  it.each([
    ['ended', (link: FakeLink) => link.exit('crashed')],
    ['ended', (link: FakeLink) => link.break()],
  ])('a turn that comes to nothing is %s', async (kind, end) => {
    const { link, session, settle } = open()
    const outcome = session.turn('Hello.')
    await settle()
    end(link)
    expect(await outcome).toMatchObject({ kind })
  })

  it('a message taken from the queue is cancelled, one that leaves it by itself is not', async () => {
    const { link, session, settle } = open()
    const item = (uuid: string) => ({ uuid, content: 'x', at: '' })
    const outcomes = [session.turn('a', { uuid: 'a' }), session.turn('b', { uuid: 'b' })]
    await settle()
    link.keeper({ subtype: 'queue', items: [item('a'), item('b')] })
    link.keeper({ subtype: 'queue', items: [item('b')] }, 'the command that cancels')
    link.keeper({ subtype: 'queue', items: [] })
    link.cli({ ...result, user_message_uuids: ['b'] })
    expect(await Promise.all(outcomes)).toMatchObject([{ kind: 'cancelled' }, { kind: 'result' }])
  })

  it('a message that the CLI has given back has its result under its other id, once it was let go', async () => {
    const { link, session, settle } = open()
    const outcomes = [session.turn('a', { uuid: 'a' }), session.turn('b', { uuid: 'b' })]
    await settle()
    const held = ['a', 'b'].map(
      (sentAs) => ({ uuid: `${sentAs}2`, content: 'x', at: '', isHeld: true, sentAs }) as const,
    )
    link.keeper({ subtype: 'queue', items: held })
    const left = held.filter(({ sentAs }) => sentAs === 'b')
    link.keeper({ subtype: 'queue', items: left }, 'the command that cancels')
    link.keeper({ subtype: 'queue', items: left.map(({ isHeld: _, ...item }) => item) }, 'the command that lets go')
    link.keeper({ subtype: 'queue', items: [] })
    link.host({ type: 'user', uuid: 'b2', message: { role: 'user', content: 'x' } })
    link.cli({ ...result, user_message_uuids: ['b2'] })
    expect(await Promise.all(outcomes)).toMatchObject([{ kind: 'cancelled' }, { kind: 'result' }])
  })

  it('changes the liveness, of which subscribers hear, with the time of the last event', async () => {
    const { link, session, settle } = open()
    const states: string[] = []
    session.subscribe(() => states.push(session.liveness.state))
    await session.send('Hello.')
    link.cli(init)
    link.cli(result)
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual(['working', 'idle'])
    expect(session.liveness.lastEventAt).toBe(link.records.at(-1)?.at)
    link.break()
    await settle()
    expect(session.liveness.state).toBe('disconnected')
  })

  it('goes on under a new process where the old one had to be ended', async () => {
    const { link, session, settle } = open({})
    const states: string[] = []
    session.subscribe(() => states.push(session.liveness.state))
    const turn = session.turn('Hello.')
    const isIdle = session.until(({ liveness }) => liveness.state === 'idle')
    await settle()
    link.cli(init)
    link.cli(ask('r1'))
    link.kill()
    link.start()
    expect(await turn).toMatchObject({ kind: 'ended' })
    expect(session.open).toEqual([])
    await session.send('Again.')
    link.cli(init)
    link.cli(result)
    expect(await isIdle).toBe(true)
    expect(new Set(states)).toContain('starting')
  })

  it('a listener that fails stops nobody', async () => {
    const { link, session } = open()
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    process.on('uncaughtException', onError)
    session.subscribe(() => {
      throw new Error('a bug of the host')
    })
    const heard = vi.fn()
    session.subscribe(heard)
    link.cli(init)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('uncaughtException', onError)
    expect(heard).toHaveBeenCalledOnce()
    expect(errors).toHaveLength(1)
  })

  it('a broken link ends every wait', async () => {
    const { link, session } = open()
    const never = session.until(() => false)
    link.break()
    expect(await never).toBe(false)
  })

  it('that this process started has ended once it is closed', async () => {
    const { link, session } = open()
    session.close()
    link.exit('stopped')
    expect((await session.settled()).state).toBe('disconnected')
  })

  it('stops, and tells how it ended', async () => {
    const { session } = open()
    expect(await session.stop()).toMatchObject({ kind: 'stopped' })
    expect(session.liveness.state).toBe('disconnected')
  })
})

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('a session that has ended', () => {
  it('says so, and how to go on with it', async () => {
    const { link, session } = open({})
    await session.stop()
    for (const code of ['not_running', 'link_broken'] as const) {
      link.refusal = { code, message: 'Attach to it again.' }
      const message = "The session has ended. Start it again with startSession({ cwd, resume: 'one' })."
      expect(await session.send('Hi')).toMatchObject({ ok: false, code: 'not_running', message })
    }
  })

  it('is told from one whose link is broken', async () => {
    const { link, session, settle } = open({})
    link.break()
    await settle()
    link.refusal = { code: 'link_broken', message: 'Attach to it again.' }
    expect(await session.send('Hi')).toMatchObject({ code: 'link_broken', message: 'Attach to it again.' })
  })
})
