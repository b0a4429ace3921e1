import { ClientError } from '@quarterdeck/client'
import { LIVE_PROTOCOL, type SessionRow } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import { caughtUp, LiveStage, opened, records, said, textsOf } from './stage-for-test.ts'

const row = (sessionId: string, modified: string) => ({ sessionId, modified }) as SessionRow
const send = { kind: 'send', sessionId: 's', content: 'Hi' } as const

describe('the connection', () => {
  it('says hello, and knows what it is told of the list and the inbox', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    const hello = { type: 'hello', protocol: LIVE_PROTOCOL, page: 'test', isVisible: true, sessions: [] }
    expect(socket.of('hello')).toEqual([hello])
    socket.say({ type: 'list', rows: [row('a', '3'), row('b', '2')], nextCursor: 'next' })
    socket.say({ type: 'list_change', changed: [row('b', '4'), row('c', '1')], gone: ['a'] })
    socket.say({ type: 'inbox', items: [] })
    stage.clock.draw()
    expect(stage.state).toMatchObject({ connection: 'online', version: '1', nextCursor: 'next' })
    expect(stage.state.rows?.map(({ sessionId }) => sessionId)).toEqual(['b', 'c'])
  })

  it('shows a break only when it lasts, and comes back by itself, later and later', async () => {
    const stage = new LiveStage()
    const seen: string[] = []
    stage.live.store.subscribe(({ connection }) => seen.at(-1) !== connection && seen.push(connection))
    ;(await stage.online()).drop()
    await stage.clock.pass(300)
    await stage.online()
    expect(seen).toEqual(['online', 'waiting', 'online'])
    stage.socket.drop()
    stage.mayConnect = () => new Error('nobody there')
    await stage.clock.pass(1499)
    expect(stage.state.connection).toBe('waiting')
    await stage.clock.pass(2)
    expect(stage.state.connection).toBe('offline')
    const tries = stage.sockets.length
    stage.mayConnect = () => null
    await stage.clock.pass(8000)
    expect(stage.sockets.length).toBe(tries + 1)
    await stage.online()
    expect(stage.state.connection).toBe('online')
  })

  it('is offline from the start where nobody answers', async () => {
    const stage = new LiveStage()
    stage.mayConnect = () => new Error('nobody there')
    await stage.clock.pass(2000)
    expect(stage.state.connection).toBe('offline')
  })

  it('notices a server that is silent, and lets the server hear of it', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    await stage.clock.pass(1100)
    expect(socket.of('beat')).toHaveLength(1)
    socket.say({ type: 'beat' })
    await stage.clock.pass(3000)
    expect(stage.sockets).toHaveLength(1)
    await stage.clock.pass(3000)
    expect(socket.isClosed).toBe(true)
    expect(stage.sockets.length).toBeGreaterThan(1)
  })

  it('looks at once when the page is seen again after a sleep', async () => {
    const stage = new LiveStage()
    await stage.online()
    stage.live.setVisible(false)
    // Timers do not run in a sleep.
    stage.clock.now = () => 1_000_000
    stage.live.setVisible(true)
    await stage.clock.pass(0)
    expect(stage.sockets).toHaveLength(2)
  })

  it('looks at once when the network seems to be gone: a server that is there is not missed', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    stage.live.doubt()
    expect(socket.isClosed).toBe(true)
    await stage.clock.pass(300)
    await stage.online()
    expect(stage.state.connection).toBe('online')
    stage.mayConnect = () => new Error('no network')
    stage.live.doubt()
    expect(stage.state.connection).toBe('waiting')
    await stage.clock.pass(1500)
    expect(stage.state.connection).toBe('offline')
  })

  it('acknowledges what it has drawn, once a frame', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    for (let index = 0; index < 50; index += 1) socket.say({ type: 'beat' })
    expect(socket.of('ack')).toEqual([{ type: 'ack', frame: 1 }])
    stage.clock.draw()
    expect(socket.of('ack').at(-1)).toEqual({ type: 'ack', frame: 51 })
  })

  it('says when the page is of another version, by whichever way it hears of it', async () => {
    const stage = new LiveStage()
    await stage.clock.pass(0)
    stage.socket.onopen?.()
    stage.socket.say({ type: 'reload', protocol: 2, version: '2', message: 'Load it again.' })
    stage.clock.draw()
    expect(stage.state.reload).toBe('Load it again.')
    const refused = new LiveStage()
    await refused.clock.pass(0)
    refused.mayConnect = () => Object.assign(new Error('Of another version.'), { code: 'reload_needed' })
    refused.socket.drop()
    await refused.clock.pass(300)
    expect(refused.state.reload).toBe('Of another version.')
  })

  it('tells when a socket never opened: what let it in may be out of date', async () => {
    const stage = new LiveStage()
    await stage.clock.pass(0)
    stage.socket.drop()
    expect(stage.refused).toEqual([1])
  })
})

describe('an open session', () => {
  it('is folded, and drawn once a frame', async () => {
    const stage = new LiveStage()
    stage.live.openSession('s')
    const socket = await stage.online()
    let changes = 0
    stage.live.store.subscribe(() => changes++)
    socket.say(opened(), records(said(1, 'One.')), caughtUp(1))
    for (let seq = 2; seq <= 100; seq += 1) socket.say(records(said(seq, `${seq}`)))
    stage.clock.draw()
    expect(changes).toBe(1)
    expect(textsOf(stage)).toHaveLength(100)
    const before = stage.state.sessions.s?.rows[0]
    socket.say(records(said(101, 'More.')))
    stage.clock.draw()
    expect(stage.state.sessions.s?.rows[0]).toBe(before)
  })

  it('is opened once for all who want it, and closed when nobody does', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    const closeOne = stage.live.openSession('s')
    const closeOther = stage.live.openSession('s')
    expect(socket.of('open')).toHaveLength(1)
    closeOne()
    closeOne()
    expect(socket.of('close')).toHaveLength(0)
    closeOther()
    expect(socket.of('close')).toEqual([{ type: 'close', sessionId: 's' }])
    expect(stage.state.sessions).toEqual({})
    socket.say(records(said(1, 'Late.')))
    stage.clock.draw()
    expect(stage.state.sessions).toEqual({})
  })

  it('is opened, or closed, also when that was wanted while the server had not answered yet', async () => {
    const stage = new LiveStage()
    const close = stage.live.openSession('early')
    await stage.clock.pass(0)
    stage.socket.onopen?.()
    close()
    stage.live.openSession('s')
    stage.live.setVisible(false)
    stage.socket.say({
      type: 'welcome',
      protocol: 1,
      version: '1',
      isDemo: false,
      allows: { bypass: false, config: false },
      beatMs: 1000,
    })
    expect(stage.socket.heard.slice(1)).toEqual([
      { type: 'open', sessionId: 's', tail: 200 },
      { type: 'close', sessionId: 'early' },
      { type: 'visible', isVisible: false },
    ])
  })

  it('goes on behind what it has after a break, without a flicker', async () => {
    const stage = new LiveStage()
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened(), records(said(1, 'One.'), said(2, 'Two.')), caughtUp(2))
    stage.clock.draw()
    socket.drop()
    await stage.clock.pass(300)
    const next = await stage.online()
    expect(next.of('hello')[0]?.sessions).toEqual([{ sessionId: 's', tail: 200, epoch: 'e', after: 2 }])
    next.say(opened({ after: 2, isAnew: false }), records(said(3, 'Three.')))
    stage.clock.draw()
    expect(textsOf(stage)).toEqual(['One.', 'Two.'])
    next.say(caughtUp(3))
    stage.clock.draw()
    expect(textsOf(stage)).toEqual(['One.', 'Two.', 'Three.'])
  })

  it('begins anew when it is told to, and shows what it had until all is there', async () => {
    const stage = new LiveStage()
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened(), records(said(1, 'Old.')), caughtUp(1))
    stage.clock.draw()
    socket.say({ type: 'gap', sessionId: 's', epoch: 'e2', reason: 'other_log', isAnew: true })
    socket.say(opened({ epoch: 'e2', after: 7, hasOlder: true }), records(said(8, 'New.')))
    stage.clock.draw()
    expect(textsOf(stage)).toEqual(['Old.'])
    socket.say(caughtUp(8))
    stage.clock.draw()
    await stage.clock.pass(0)
    expect(textsOf(stage)).toEqual(['New.'])
    expect(stage.state.sessions.s?.hasOlder).toBe(true)
  })

  it('knows what the server says of the whole, and what is wrong with it', async () => {
    const stage = new LiveStage()
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say({ type: 'facts', sessionId: 's', facts: { title: 'A', turnCount: 1 } })
    socket.say({ type: 'facts', sessionId: 's', facts: { turnCount: 2 } })
    socket.say({ type: 'problem', sessionId: 's', message: 'The disk is full.' })
    stage.clock.draw()
    expect(stage.state.sessions.s).toMatchObject({
      facts: { title: 'A', turnCount: 2 },
      problem: 'The disk is full.',
    })
    socket.say({ type: 'error', sessionId: 's', error: { code: 'not_found', message: 'None.' } })
    stage.clock.draw()
    expect(stage.state.sessions.s?.error?.code).toBe('not_found')
  })

  it('that could not be opened, and then could, says nothing more of that', async () => {
    const stage = new LiveStage()
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened(), records(said(1, 'One.')), caughtUp(1))
    socket.say({ type: 'error', sessionId: 's', error: { code: 'internal', message: 'Not now.' } })
    stage.clock.draw()
    expect(stage.state.sessions.s?.error?.message).toBe('Not now.')
    socket.say(opened({ after: 1, isAnew: false }), caughtUp(1))
    stage.clock.draw()
    expect(stage.state.sessions.s?.error).toBeNull()
    expect(textsOf(stage)).toEqual(['One.'])
  })
})

describe('a command', () => {
  it('is sent, and answered with its receipt', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    const done = stage.live.give(send, 'c1')
    socket.say({ type: 'receipt', commandId: 'c1', ok: true, result: { a: 1 } })
    stage.clock.draw()
    expect(await done).toEqual({ a: 1 })
  })

  it('that was typed offline is sent when the server is there, and again after every break, under the same id', async () => {
    const stage = new LiveStage()
    const done = stage.live.give(send, 'c1')
    const again = stage.live.give(send, 'c1')
    const first = await stage.online()
    first.drop()
    await stage.clock.pass(300)
    const second = await stage.online()
    for (const socket of [first, second])
      expect(socket.of('command')).toEqual([{ type: 'command', commandId: 'c1', command: send }])
    second.say({ type: 'receipt', commandId: 'c1', ok: true, result: {} })
    stage.clock.draw()
    await Promise.all([done, again])
    second.drop()
    await stage.clock.pass(300)
    expect((await stage.online()).of('command')).toEqual([])
  })

  it('that is refused says why', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    const done = stage.live.give(send, 'c1')
    const error = { code: 'already_resolved' as const, message: 'Answered.', by: 'the phone' }
    socket.say({ type: 'receipt', commandId: 'c1', ok: false, error })
    stage.clock.draw()
    await expect(done).rejects.toThrow(ClientError)
    await expect(done).rejects.toMatchObject({ code: 'already_resolved', facts: { by: 'the phone' } })
  })
})
