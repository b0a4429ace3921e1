import { connect } from 'node:net'
import { MAX_FRAME_BYTES } from '@quarterdeck/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { SocketStage } from './socket-stage-for-test.ts'

const ID = '5f1d6e0a-0000-4000-8000-000000000001'
const PATH = `/api/claude/sessions/${ID}/subscribe`

let stage: SocketStage
afterEach(() => stage.close())

async function open(limits: { maxSockets?: number; probeMs?: number } = {}): Promise<SocketStage> {
  stage = await SocketStage.open({ limits })
  stage.add(ID)
  return stage
}

describe('The sockets of a server', () => {
  it('closes one that sends too much at once, with the reason, and no other', async () => {
    await open()
    const other = stage.connect(PATH)
    await other.say({ type: 'dance' })
    const client = stage.connect(PATH)
    await client.say('x'.repeat(MAX_FRAME_BYTES + 1))
    expect(await client.closed).toEqual({ code: 1009, reason: 'A frame is larger than 10 MB.' })
    const binary = stage.connect(PATH)
    await binary.say({ type: 'dance' })
    binary.socket.send(Buffer.from('x'), { binary: true })
    expect(await binary.closed).toMatchObject({ code: 1003 })
    await other.say({ type: 'dance' })
    await other.find(() => other.frames.length === 2)
  })

  it('takes no more than there is room for', async () => {
    await open({ maxSockets: 1 })
    const client = stage.connect(PATH)
    await client.say({ type: 'dance' })
    expect((await stage.connect(PATH).closed).code).toBe(429)
    client.close()
    await client.closed
    await expect
      .poll(async () => {
        const next = stage.connect(PATH)
        return Promise.race([next.closed.then(({ code }) => code), next.say({ type: 'x' }).then(() => 'open')])
      })
      .toBe('open')
  })

  it('cuts off one of whom nothing is heard, and keeps those who answer', async () => {
    await open({ probeMs: 50 })
    const alive = stage.connect(PATH)
    await alive.say({ type: 'dance' })
    const dead = connect(stage.port, '127.0.0.1')
    const key = Buffer.from('0123456789abcdef').toString('base64')
    dead.write(
      `GET ${PATH} HTTP/1.1\r\nhost: 127.0.0.1:${stage.port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    )
    await new Promise<void>((resolve) => {
      dead.on('data', () => undefined)
      dead.on('close', () => resolve())
    })
    await alive.say({ type: 'dance' })
    await alive.find(() => alive.frames.length === 2)
  })

  it('says goodbye when the server stops, so that clients come back', async () => {
    await open()
    const client = stage.connect(PATH)
    await client.say({ type: 'dance' })
    await stage.sockets.close()
    expect(await client.closed).toMatchObject({ code: 1001, reason: expect.stringContaining('Come back') })
    expect((await stage.connect(PATH).closed).code).toBe(503)
  })
})
