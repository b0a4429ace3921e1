import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIVE_PROTOCOL } from '@quarterdeck/contract'
import { CLI_VERSIONS, SocketClient, toScriptedPrompt } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SessionStage } from '../stages/session-stage.ts'

type Raw = Readonly<Record<string, unknown>>

const isOf = (type: string) => (frame: Raw) => frame.type === type
const innerOf = (frame: Raw) => (frame.message ?? {}) as Raw
const textOf = (message: Raw) => JSON.stringify((message.message as Raw | undefined)?.content ?? '')
/** Prompts of people: what a tool gave back is said in the same words, but is none. */
const promptsIn = (frames: readonly Raw[], words: string) =>
  frames.filter(
    (frame) => frame.type === 'user' && textOf(frame).includes(words) && !textOf(frame).includes('tool_result'),
  )

describe.each(CLI_VERSIONS)('the sockets of a server, with the real CLI %s', (version) => {
  let stage: SessionStage
  let path: string
  beforeAll(async () => {
    stage = await SessionStage.set(version)
    path = `/api/claude/sessions/${await stage.begin()}/subscribe`
  })
  afterAll(() => stage.clear())

  const connect = (query = '') => new SocketClient(stage.server, path + query)

  it('hold a conversation: a prompt is seen once and at once, a card is answered in the older shape', async () => {
    const [sender, watcher] = [connect(), connect('?frames=1')]
    await watcher.find(isOf('caught_up'))
    const words = toScriptedPrompt('Make a file.', [
      { text: 'I will.', tools: [{ name: 'Bash', input: { command: 'touch first.txt' } }] },
      { text: 'Made.' },
    ])
    await sender.say({ type: 'user_message', content: words })
    const card = await sender.find(isOf('control_request'))
    await sender.say({
      type: 'control_response',
      request_id: card.request_id,
      response: {
        subtype: 'success',
        response: { behavior: 'allow', updated_input: { command: 'touch second.txt' } },
      },
    })
    await sender.find(isOf('result'))
    await watcher.find((frame) => innerOf(frame).type === 'result')
    expect([existsSync(join(stage.project, 'first.txt')), existsSync(join(stage.project, 'second.txt'))]).toEqual([
      false,
      true,
    ])
    const seen = promptsIn(sender.frames, 'Make a file.')
    expect(seen).toHaveLength(1)
    expect(promptsIn(watcher.frames.map(innerOf), 'Make a file.')).toEqual(seen)
    expect(seen[0]).toMatchObject({ sessionId: stage.sessionId, timestamp: expect.any(String) })
    // The same message as the CLI has in its transcript.
    const transcript = readFileSync(
      join(stage.home, globSync(`.claude/projects/*/${stage.sessionId}.jsonl`, { cwd: stage.home })[0] as string),
      'utf8',
    )
    expect(transcript).toContain(`"uuid":"${String(seen[0]?.uuid)}"`)
    // Pieces of what is written come while it is.
    expect(sender.frames.filter(isOf('stream_event')).length).toBeGreaterThan(0)
    for (const client of [sender, watcher]) client.close()
  })

  it('tell somebody who comes later what was said, and nothing that is over', async () => {
    const late = connect('?frames=1')
    await late.find(isOf('caught_up'))
    const messages = late.frames.map(innerOf)
    expect(promptsIn(messages, 'Make a file.')).toHaveLength(1)
    const types = messages.map(({ type }) => type)
    expect(types).not.toContain('stream_event')
    expect(messages.filter(({ request }) => (request as Raw | undefined)?.subtype === 'can_use_tool')).toEqual([])
    const tail = connect('?frames=1&tail=1')
    await tail.find(isOf('caught_up'))
    // The CLI may have said something more meanwhile.
    const told = tail.frames.filter(({ epoch }) => epoch !== undefined)
    await late.find(({ seq }) => seq === told.at(-1)?.seq)
    expect(told.length).toBeLessThan(4)
    const last = told.at(-1)?.seq ?? 0
    const heard = late.frames.filter(({ epoch, seq }) => epoch !== undefined && Number(seq) <= Number(last))
    expect(told).toEqual(heard.slice(-told.length))
    for (const client of [late, tail]) client.close()
  })

  it('interrupt a turn, ask the CLI, and say what cannot be done', async () => {
    const client = connect('?tail=0')
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')
    await client.say({ type: 'user_message', content: toScriptedPrompt('Count.', [{ text: words, delayMs: 30 }]) })
    await client.find(isOf('stream_event'))
    await client.say({ type: 'control_request', request_id: 'mine', request: { subtype: 'interrupt' } })
    await client.find(isOf('result'))
    expect(await client.find(({ response }) => (response as Raw | undefined)?.request_id === 'mine')).toMatchObject({
      type: 'control_response',
      response: { subtype: 'success' },
    })
    await client.say({
      type: 'control_request',
      request_id: 'mode',
      request: { subtype: 'set_permission_mode', mode: 'default' },
    })
    expect(await client.find(({ response }) => (response as Raw | undefined)?.request_id === 'mode')).toMatchObject({
      response: { subtype: 'success' },
    })
    await client.say({ type: 'control_request', request_id: 'bad', request: { subtype: 'launch_missiles' } })
    expect(await client.find(({ response }) => (response as Raw | undefined)?.request_id === 'bad')).toMatchObject({
      response: { subtype: 'error', code: 'not_allowed' },
    })
    await client.say({ type: 'control_response', request_id: 'none', response: { response: { behavior: 'allow' } } })
    expect(await client.find(isOf('error'))).toMatchObject({ error: { code: 'not_found' } })
    client.close()
  })

  it('tell a page the list, the inbox, a session and its facts, and give receipts', async () => {
    const page = new SocketClient(stage.server, '/api/live')
    const { sessionId } = stage
    await page.say({
      type: 'hello',
      protocol: LIVE_PROTOCOL,
      page: 'test',
      isVisible: true,
      sessions: [{ sessionId, tail: 100 }],
    })
    const ack = setInterval(() => void page.say({ type: 'ack', frame: page.frames.at(-1)?.frame ?? 0 }), 50)
    await page.find(isOf('caught_up'))
    expect(await page.find(isOf('list'))).toMatchObject({ rows: [{ sessionId, live: true }] })
    expect(await page.find(isOf('facts'))).toMatchObject({ facts: { status: expect.any(String), sessionId } })
    const content = toScriptedPrompt('Make another.', [
      { tools: [{ name: 'Bash', input: { command: 'touch third.txt' } }] },
      { text: 'Done so.' },
    ])
    await page.say({ type: 'command', commandId: 'c1', command: { kind: 'send', sessionId, content } })
    expect(await page.find(isOf('receipt'))).toMatchObject({ commandId: 'c1', ok: true })
    const inbox = await page.find(({ type, items }) => type === 'inbox' && (items as Raw[]).length > 0)
    const [item] = inbox.items as Raw[]
    expect(item).toMatchObject({ kind: 'approval', toolName: 'Bash', input: { command: 'touch third.txt' } })
    const isAsked = ({ message }: Raw) => (message as Raw).request_id === item?.requestId
    const { records } = await page.find((frame) => ((frame.records ?? []) as Raw[]).some(isAsked))
    const asked = (records as Raw[]).find(isAsked)
    expect(asked).toMatchObject({ inputHash: item?.inputHash, from: 'cli' })
    const decide = {
      kind: 'decide',
      sessionId,
      request_id: item?.requestId,
      behavior: 'allow',
      inputHash: item?.inputHash,
    }
    await page.say({ type: 'command', commandId: 'c2', command: decide })
    await page.find(({ commandId }) => commandId === 'c2')
    // Sent again after a lost answer, it is answered and not done again.
    await page.say({ type: 'command', commandId: 'c2', command: decide })
    await page.find(({ records = [] }) => JSON.stringify(records).includes('"text":"Done so."'))
    await page.find(() => (page.frames.findLast(isOf('facts'))?.facts as Raw | undefined)?.status === 'idle')
    await page.find(() => page.frames.filter(({ commandId }) => commandId === 'c2').length === 2)
    const receipts = page.frames.filter(({ commandId }) => commandId === 'c2')
    expect(receipts.map(({ ok }) => ok)).toEqual([true, true])
    expect(existsSync(join(stage.project, 'third.txt'))).toBe(true)
    clearInterval(ack)
    page.close()
  })

  it('follow a session that only a terminal writes', async () => {
    const other = crypto.randomUUID()
    const folder = join(stage.home, globSync('.claude/projects/*', { cwd: stage.home })[0] as string)
    const write = (uuid: string) =>
      appendFileSync(
        join(folder, `${other}.jsonl`),
        `${JSON.stringify({ type: 'user', uuid, parentUuid: null, sessionId: other, cwd: stage.project, timestamp: new Date().toISOString(), message: { role: 'user', content: uuid } })}\n`,
      )
    write('one')
    const open = async (): Promise<SocketClient> => {
      const client = new SocketClient(stage.server, `/api/claude/sessions/${other}/subscribe`)
      // The server may not have seen the file yet.
      return client.opened().catch(open)
    }
    const client = await open()
    await client.find(({ uuid }) => uuid === 'one')
    write('two')
    await client.find(({ uuid }) => uuid === 'two')
    expect(client.frames.map(({ uuid }) => uuid)).toEqual(['one', 'two'])
    client.close()
  })

  it('say goodbye when the server stops, and go on with the next one behind what was told', async () => {
    const before = connect('?frames=1')
    await before.find(isOf('caught_up'))
    await stage.server.stop()
    expect(await before.closed).toMatchObject({ code: 1001 })
    await stage.start()
    const last = before.frames.findLast(({ epoch }) => epoch !== undefined)
    const after = connect(`?frames=1&epoch=${String(last?.epoch)}&after=${String(last?.seq)}`)
    await after.find(isOf('caught_up'))
    expect(after.frames.filter(isOf('gap'))).toEqual([])
    // Nothing twice; what the CLI said while no server was there is new.
    const told = after.frames.filter(({ epoch }) => epoch !== undefined).map(({ seq }) => Number(seq))
    expect(told.filter((seq) => seq <= Number(last?.seq))).toEqual([])
    after.close()
  })
})
