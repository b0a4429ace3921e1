import { LIVE_PROTOCOL, type SessionRow } from '@quarterdeck/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerError } from '../../server-error.ts'
import { type LoggedSession, type SocketClient, SocketStage } from '../socket-stage-for-test.ts'

const ID = '5f1d6e0a-0000-4000-8000-000000000001'
const OTHER = '5f1d6e0a-0000-4000-8000-000000000002'
const hello = { type: 'hello', protocol: LIVE_PROTOCOL, page: '1.2.3', isVisible: true, sessions: [] as object[] }
const say = (uuid: string, text = uuid) => ({
  type: 'assistant',
  uuid,
  message: { id: `m-${uuid}`, role: 'assistant', content: [{ type: 'text', text }] },
})
const row = (sessionId: string, title = 'A') => ({ sessionId, title }) as unknown as SessionRow

let stage: SocketStage
let session: LoggedSession
beforeEach(async () => {
  stage = await SocketStage.open({ limits: { beatMs: 50 } })
  session = stage.add(ID)
})
afterEach(() => stage.close())

async function open(sessions: object[] = [], more: object = {}): Promise<SocketClient> {
  const client = stage.connect('/api/live')
  await client.say({ ...hello, sessions, ...more })
  await client.find(({ type }) => type === 'welcome')
  return client
}

const ofType = ({ frames }: SocketClient, type: string) => frames.filter((frame) => frame.type === type)

const uuidsOf = (client: SocketClient, sessionId = ID) =>
  ofType(client, 'records')
    .filter((frame) => frame.sessionId === sessionId)
    .flatMap(({ records }) => (records as { message: { uuid: string } }[]).map(({ message }) => message.uuid))

const caughtUp = (client: SocketClient) => client.find(({ type }) => type === 'caught_up')

describe('A page', () => {
  it('is welcomed, and told the list, the inbox and what changes of them', async () => {
    stage.rows = [row(ID)]
    const client = await open()
    expect(await client.find(({ type }) => type === 'list')).toMatchObject({ rows: [row(ID)], nextCursor: null })
    expect(ofType(client, 'welcome')).toMatchObject([
      { frame: 1, protocol: LIVE_PROTOCOL, version: '1.2.3', beatMs: 50 },
    ])
    expect(ofType(client, 'inbox')).toMatchObject([{ items: [] }])
    for (const tell of stage.changed) tell({ changed: [row(ID, 'B')], gone: [OTHER] })
    for (const tell of stage.inboxChanged) tell([{ kind: 'approval' } as never])
    expect(await client.find(({ type }) => type === 'list_change')).toMatchObject({
      changed: [row(ID, 'B')],
      gone: [OTHER],
    })
    await client.find(({ type, items }) => type === 'inbox' && (items as object[]).length === 1)
    const numbers = client.frames.map(({ frame }) => frame)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('opens sessions from their end, and is told in order what exists, then what happens', async () => {
    session.say('cli', say('a1'), say('a2'), say('a3'))
    const client = await open([{ sessionId: ID, tail: 2 }])
    await caughtUp(client)
    session.say('cli', say('a4'))
    await client.find(({ records }) => JSON.stringify(records ?? '').includes('a4'))
    const told = client.frames.filter(({ sessionId, type }) => sessionId === ID && type !== 'facts')
    expect(told.map(({ type }) => type)).toEqual(['opened', 'records', 'caught_up', 'records'])
    expect(told[0]).toMatchObject({ epoch: session.epoch, after: 1, isAnew: true, hasOlder: true })
    expect(uuidsOf(client)).toEqual(['a2', 'a3', 'a4'])
  })

  it('goes on behind what it has, or begins anew where it cannot', async () => {
    session.say('cli', say('a1'), say('a2'))
    const again = await open([{ sessionId: ID, epoch: session.epoch, after: 1, tail: 50 }])
    await caughtUp(again)
    expect(ofType(again, 'opened')).toMatchObject([{ after: 1, isAnew: false }])
    expect(uuidsOf(again)).toEqual(['a2'])
    const stranger = await open([{ sessionId: ID, epoch: 'other', after: 1, tail: 50 }])
    await caughtUp(stranger)
    expect(stranger.frames.filter(({ type }) => type === 'gap' || type === 'opened')).toMatchObject([
      { type: 'gap', reason: 'other_log', isAnew: true },
      { type: 'opened', after: 0, isAnew: true, hasOlder: false },
    ])
    expect(uuidsOf(stranger)).toEqual(['a1', 'a2'])
  })

  it('begins anew when its session gets another log', async () => {
    session.say('cli', say('a1'))
    const client = await open([{ sessionId: ID, tail: 50 }])
    await caughtUp(client)
    const next = stage.add(ID)
    next.say('cli', say('b1'))
    for (const tell of stage.exchanged) tell(ID)
    await client.find(({ type, isAnew, epoch }) => type === 'opened' && isAnew === true && epoch === next.epoch)
    await client.find(({ records }) => JSON.stringify(records ?? '').includes('b1'))
    expect(ofType(client, 'gap')).toMatchObject([{ reason: 'other_log', isAnew: true }])
  })

  it('is told facts: all at first, then only those that have changed', async () => {
    stage.facts = { status: 'working', usage: { costUsd: 1 } }
    const client = await open([{ sessionId: ID, tail: 50 }])
    expect(await client.find(({ type }) => type === 'facts')).toMatchObject({ facts: stage.facts })
    stage.facts = { status: 'idle', usage: { costUsd: 1 } }
    session.say('cli', say('a1'))
    await client.find(({ type, facts }) => type === 'facts' && (facts as { status: string }).status === 'idle')
    expect(ofType(client, 'facts').at(-1)?.facts).toEqual({ status: 'idle' })
  })

  it('is told that only the end of a session was read, and when all of it was', async () => {
    stage.facts = { turnCount: 3 }
    stage.isPartial = true
    const client = await open([{ sessionId: ID, tail: 50 }])
    expect(await client.find(({ type }) => type === 'facts')).toMatchObject({
      facts: { turnCount: 3, isPartial: true },
    })
    stage.facts = { turnCount: 900 }
    stage.isPartial = false
    stage.onMore()
    await client.find(({ type, facts }) => type === 'facts' && (facts as { turnCount: number }).turnCount === 900)
    expect(ofType(client, 'facts').at(-1)?.facts).toEqual({ turnCount: 900, isPartial: false })
  })

  it('is told what a command has done before its receipt', async () => {
    const client = await open([{ sessionId: ID, tail: 1 }])
    await caughtUp(client)
    stage.execute = async () => {
      session.say('cli', say('done'))
      return {}
    }
    await client.say({ type: 'command', commandId: 'c1', command: { kind: 'interrupt', sessionId: ID } })
    await client.find(({ type }) => type === 'receipt')
    await client.find(({ type, records }) => type === 'records' && JSON.stringify(records).includes('done'))
    const told = client.frames.map(({ type }) => type).filter((type) => type === 'records' || type === 'receipt')
    expect(told).toEqual(['records', 'receipt'])
  })

  it('gets a receipt for each command, also for one that cannot be read', async () => {
    const client = await open()
    stage.execute = async (command) => {
      if (command.kind === 'stop') throw new ServerError('not_running', 'It does not run.')
      return { sessionId: 'new' }
    }
    const command = (commandId: string, body: object) => client.say({ type: 'command', commandId, command: body })
    await command('c1', { kind: 'interrupt', sessionId: ID })
    await command('c2', { kind: 'stop', sessionId: ID })
    await command('c3', { kind: 'fly', sessionId: ID })
    await client.find(({ commandId }) => commandId === 'c3')
    await client.find(({ commandId }) => commandId === 'c2')
    const receipts = Object.fromEntries(ofType(client, 'receipt').map((receipt) => [receipt.commandId, receipt]))
    expect(receipts.c1).toMatchObject({ ok: true, result: { sessionId: 'new' } })
    expect(receipts.c2).toMatchObject({ ok: false, error: { code: 'not_running' } })
    expect(receipts.c3).toMatchObject({ ok: false, error: { code: 'bad_request' } })
  })

  it('is sent no more than it acknowledges, and then the rest without what is of no more use', async () => {
    const client = await open([{ sessionId: ID, tail: 50 }])
    await caughtUp(client)
    const flood = 3000
    for (let index = 0; index < flood; index += 1) {
      session.say('cli', { type: 'keep_alive' }, say(`a${index}`, 'x'.repeat(1000)))
      if (index % 10 === 0) await new Promise(setImmediate)
    }
    const sizeOf = (frames: readonly object[]) => frames.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0)
    await client.find(() => client.frames.length >= 250 || sizeOf(client.frames) > 1.9 * 1024 * 1024)
    // What was held back would be here by now: a receipt goes by every limit, and comes behind all that was sent.
    await client.say({ type: 'command', commandId: 'c1', command: { kind: 'interrupt', sessionId: ID } })
    await client.find(({ commandId }) => commandId === 'c1')
    expect(client.frames.length).toBeLessThanOrEqual(257)
    expect(sizeOf(client.frames)).toBeLessThan(2.2 * 1024 * 1024)
    const acking = setInterval(() => client.say({ type: 'ack', frame: client.frames.at(-1)?.frame }), 5)
    await client.find(({ records }) => JSON.stringify(records ?? '').includes(`"a${flood - 1}"`))
    clearInterval(acking)
    expect(uuidsOf(client)).toEqual(Array.from({ length: flood }, (_, index) => `a${index}`))
    expect(ofType(client, 'gap')).toMatchObject([{ reason: 'too_slow', isAnew: false }])
  })

  it('begins anew with the newest when it is very far behind', async () => {
    const client = await open([{ sessionId: ID, tail: 10 }])
    await caughtUp(client)
    for (let index = 0; index < 9000; index += 1) {
      session.say('cli', say(`a${index}`))
      if (index % 10 === 0) await new Promise(setImmediate)
    }
    await client.find(({ frame }) => frame === 250)
    await client.say({ type: 'ack', frame: 250 })
    await client.find(({ type, isAnew }) => type === 'gap' && isAnew === true)
    await client.find(({ records }) => JSON.stringify(records ?? '').includes('"a8999"'))
    const anew = client.frames.findIndex(({ type, isAnew }) => type === 'gap' && isAnew === true)
    const after = client.frames.slice(anew).filter(({ type }) => type === 'records')
    const uuids = after.flatMap(({ records }) =>
      (records as { message: { uuid: string } }[]).map((each) => each.message.uuid),
    )
    expect(uuids).toEqual(Array.from({ length: 10 }, (_, index) => `a${8990 + index}`))
  })

  it('of another version is asked to load itself again, whatever else it says', async () => {
    // With 1, a page knew nothing of what the operator allows, and a server refused to be told which turn to stop.
    for (const protocol of [0, 1, LIVE_PROTOCOL + 1, 'next', undefined]) {
      const client = stage.connect('/api/live')
      await client.say({ type: 'hello', protocol, is: 'unknown' })
      expect(await client.closed).toMatchObject({ code: 4426 })
      const message = expect.stringContaining('again')
      expect(client.frames).toMatchObject([{ type: 'reload', protocol: LIVE_PROTOCOL, message }])
    }
  })

  it('is told what is wrong with what it says, and stays', async () => {
    const early = stage.connect('/api/live')
    await early.say({ type: 'visible', isVisible: true })
    expect(await early.find(() => true)).toMatchObject({ type: 'error', error: { code: 'bad_request' } })
    const client = await open([{ sessionId: 'none', tail: 1 }])
    for (const wrong of ['{', 'null', { type: 'dance' }, { type: 'open' }, { ...hello }, { type: 'ack', frame: 9999 }])
      await client.say(wrong)
    await client.find(({ error }) => JSON.stringify(error ?? '').includes('never sent'))
    const errors = ofType(client, 'error').map(({ error, sessionId }) => [sessionId, (error as { code: string }).code])
    expect(errors).toHaveLength(7)
    expect(errors).toContainEqual(['none', 'not_found'])
    await client.say({ type: 'open', sessionId: ID, tail: 1 })
    await caughtUp(client)
  })

  it('hears the server when nothing happens', async () => {
    const client = await open()
    await client.find(({ type }) => type === 'beat')
  })

  it('watches what it has open while a person sees it', async () => {
    const client = await open([{ sessionId: ID, tail: 1 }])
    await caughtUp(client)
    expect(stage.watched).toEqual([ID])
    await client.say({ type: 'visible', isVisible: false })
    await expect.poll(() => stage.watched).toEqual([])
    await client.say({ type: 'visible', isVisible: true })
    await expect.poll(() => stage.watched).toEqual([ID])
    await client.say({ type: 'close', sessionId: ID })
    await expect.poll(() => stage.watched).toEqual([])
    client.close()
    await client.closed
    await expect.poll(() => stage.changed.size + stage.inboxChanged.size).toBe(0)
  })
})
