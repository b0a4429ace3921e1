import type { LiveFrame, LiveRequest } from '@quarterdeck/contract'
import { describe, expect, it, vi } from 'vitest'
import { type Connection, LiveClient } from './live-client.ts'
import type { Socket } from './socket.ts'

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  readonly sent: LiveRequest[] = []
  isClosed = false
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close(code = 1000) {
    if (this.isClosed) return
    this.isClosed = true
    this.onclose?.({ code })
  }
  frame = 0
  say(words: Record<string, unknown>) {
    this.frame += 1
    this.onmessage?.({ data: JSON.stringify({ frame: this.frame, ...words }) })
  }
  welcome() {
    this.onopen?.()
    this.say({ type: 'welcome', protocol: 1, version: '1', isDemo: false, beatMs: 1000 })
  }
}

/** A browser whose time is moved by hand. */
function createStage() {
  const sockets: FakeSocket[] = []
  const states: Connection[] = []
  const frames: LiveFrame[] = []
  const timers = new Set<{ at: number; work: () => void }>()
  const stage = {
    sockets,
    states,
    frames,
    now: 0,
    onRefused: vi.fn(),
    onRevoked: vi.fn(),
    client: null as never as LiveClient,
  }
  stage.client = new LiveClient(
    {
      openSocket: async () => {
        const socket = new FakeSocket()
        sockets.push(socket)
        return socket
      },
      onRefused: stage.onRefused,
      onRevoked: stage.onRevoked,
      schedule: (work) => queueMicrotask(work),
      setTimeout: (work, ms) => {
        const timer = { at: stage.now + ms, work }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      random: () => 1,
      isVisible: () => true,
    },
    {
      onFrame: (frame) => frames.push(frame),
      onConnection: (state) => states.push(state),
      toCursors: () => [{ sessionId: 's', epoch: 'e', after: 7 }],
    },
  )
  async function pass(ms: number) {
    stage.now += ms
    for (const timer of [...timers]) {
      if (timer.at > stage.now) continue
      timers.delete(timer)
      timer.work()
    }
    await settle()
  }
  const last = () => sockets.at(-1) as FakeSocket
  return {
    ...stage,
    pass,
    last,
    get client() {
      return stage.client
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const types = (socket: FakeSocket) => socket.sent.map((request) => request.type)

describe('the page’s connection', () => {
  it('says hello with where it is, and acknowledges what it read in one word', async () => {
    const { client, last, states, frames } = createStage()
    client.start()
    await settle()
    last().welcome()
    last().say({ type: 'beat' })
    last().say({ type: 'beat' })
    await settle()
    expect(last().sent[0]).toMatchObject({ type: 'hello', sessions: [{ sessionId: 's', epoch: 'e', after: 7 }] })
    expect(last().sent.slice(1)).toEqual([{ type: 'ack', frame: 3 }])
    expect(states.at(-1)).toBe('online')
    expect(frames).toHaveLength(3)
  })

  it('comes back by itself, and says that it is offline only when that lasts', async () => {
    const { client, last, sockets, states, pass } = createStage()
    client.start()
    await settle()
    last().welcome()
    last().close(1006)
    expect(states.at(-1)).toBe('connecting')
    await pass(300)
    expect(sockets).toHaveLength(2)
    last().welcome()
    expect(states).not.toContain('offline')
    last().close(1006)
    await pass(1600)
    expect(states.at(-1)).toBe('offline')
  })

  it('waits longer after each failed try', async () => {
    const { client, sockets, pass, last } = createStage()
    client.start()
    await settle()
    for (const wait of [250, 500, 1000]) {
      const before = sockets.length
      last().close(1006)
      await pass(wait - 10)
      expect(sockets).toHaveLength(before)
      await pass(10)
      expect(sockets).toHaveLength(before + 1)
    }
  })

  it('sends a command again until it has its receipt, always with the same id', async () => {
    const { client, last, pass } = createStage()
    client.start()
    const done = client.command({ kind: 'interrupt', sessionId: 's' })
    await settle()
    expect(types(last())).toEqual([])
    last().welcome()
    const first = last().sent.find((request) => request.type === 'command')
    last().close(1006)
    await pass(300)
    last().welcome()
    const second = last().sent.find((request) => request.type === 'command')
    expect(second).toEqual(first)
    last().say({ type: 'receipt', commandId: (second as { commandId: string }).commandId, ok: true, result: { a: 1 } })
    await expect(done).resolves.toEqual({ a: 1 })
    last().close(1006)
    await pass(300)
    last().welcome()
    expect(types(last())).not.toContain('command')
  })

  it('tells what was refused', async () => {
    const { client, last } = createStage()
    client.start()
    await settle()
    last().welcome()
    const done = client.command({ kind: 'stop', sessionId: 's' })
    const { commandId } = last().sent.at(-1) as { commandId: string }
    last().say({ type: 'receipt', commandId, ok: false, error: { code: 'not_found', message: 'No such session.' } })
    await expect(done).rejects.toMatchObject({ code: 'not_found', message: 'No such session.' })
  })

  it('gives up a connection on which nothing is heard', async () => {
    const { client, last, pass, sockets } = createStage()
    client.start()
    await settle()
    last().welcome()
    const [first] = sockets
    await pass(2400)
    expect(first?.isClosed).toBe(false)
    await pass(200)
    expect(first?.isClosed).toBe(true)
  })

  it('asks for a new proof where it was refused, and stops where it was revoked', async () => {
    const { client, last, onRefused, onRevoked, pass, sockets } = createStage()
    client.start()
    await settle()
    last().close(1006)
    expect(onRefused).toHaveBeenCalledTimes(1)
    await pass(300)
    last().welcome()
    last().close(4401)
    expect(onRevoked).toHaveBeenCalledTimes(1)
    await pass(60_000)
    expect(sockets).toHaveLength(2)
  })

  it('does not come back to a server that speaks another version', async () => {
    const { client, last, states, pass, sockets } = createStage()
    client.start()
    await settle()
    last().onopen?.()
    last().say({ type: 'reload', protocol: 2, version: '9', message: 'Load it again.' })
    last().close(1000)
    await pass(60_000)
    expect(states.at(-1)).toBe('reload')
    expect(sockets).toHaveLength(1)
  })

  it('tries at once when the page is looked at again', async () => {
    const { client, last, sockets, pass } = createStage()
    client.start()
    await settle()
    for (let tries = 0; tries < 6; tries++) {
      last().close(1006)
      await pass(10_000)
    }
    last().close(1006)
    const before = sockets.length
    client.setVisible(true)
    await settle()
    expect(sockets).toHaveLength(before + 1)
  })
})
