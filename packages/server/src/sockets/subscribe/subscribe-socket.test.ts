import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerError } from '../../server-error.ts'
import { type LoggedSession, type SocketClient, SocketStage } from '../socket-stage-for-test.ts'
import { readClientMessage } from './read-client-message.ts'

const ID = '5f1d6e0a-0000-4000-8000-000000000001'
const PATH = `/api/claude/sessions/${ID}/subscribe`
const prompt = (uuid: string, content: unknown) => ({
  type: 'user',
  session_id: '',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  uuid,
  origin: { kind: 'human' },
})
const answer = (uuid: string, text: string) => ({
  type: 'assistant',
  uuid,
  message: { id: `m-${uuid}`, role: 'assistant', content: [{ type: 'text', text }] },
})
const ask = (id: string) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: `t-${id}`, input: { command: 'ls' } },
})
const allow = (id: string) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response: { behavior: 'allow', updatedInput: {} } },
})
const piece = (event: object) => ({ type: 'stream_event', parent_tool_use_id: null, uuid: crypto.randomUUID(), event })

let stage: SocketStage
let session: LoggedSession
beforeEach(async () => {
  stage = await SocketStage.open()
  session = stage.add(ID)
})
afterEach(() => stage.close())

/** What a client was told when it has caught up. */
async function replay(query = ''): Promise<SocketClient> {
  const client = stage.connect(`${PATH}?frames=1${query}`)
  await client.find(({ type }) => type === 'caught_up')
  return client
}

const messagesOf = ({ frames }: SocketClient) =>
  frames.flatMap(({ epoch, message }) => (epoch === undefined ? [] : [message as { type: string; uuid?: string }]))

describe('A client of a session', () => {
  it('is sent each message as it was written, and nothing of the keeper', async () => {
    const odd = { uuid: 'x', tomorrow: [1, { type: 'y' }], type: 'hologram' }
    session.say('keeper', { type: 'keeper', subtype: 'started', pid: 1, sessionId: ID, cwd: '/', resumed: false })
    session.say('cli', odd)
    const client = stage.connect(PATH)
    await client.find(({ type }) => type === 'hologram')
    session.say('cli', answer('a1', 'Grüße 你好 \u2028'))
    await client.find(({ type }) => type === 'assistant')
    expect(client.frames).toEqual([odd, answer('a1', 'Grüße 你好 \u2028')])
  })

  it('is sent as many of the newest messages as it asks for, whatever was noted behind them', async () => {
    session.say('cli', answer('a1', 'One.'), answer('a2', 'Two.'), answer('a3', 'Three.'))
    session.say('host', { type: 'control_request', request_id: 'r', request: { subtype: 'interrupt' } })
    session.say('keeper', { type: 'keeper', subtype: 'exited', code: 0, signal: null, reason: 'asked' })
    const client = stage.connect(`${PATH}?tail=2`)
    await client.find(({ uuid }) => uuid === 'a3')
    expect(client.frames.map(({ uuid }) => uuid)).toEqual(['a2', 'a3'])
  })

  it('sees a prompt at once, under the uuid of its echo, and never twice', async () => {
    const live = stage.connect(PATH)
    await live.say({ type: 'user_message', content: 'x' })
    session.say('host', prompt('u1', 'Hello.'))
    const seen = await live.find(({ type }) => type === 'user')
    expect(seen).toMatchObject({
      uuid: 'u1',
      sessionId: ID,
      timestamp: expect.stringMatching(/^20\d\d-/),
      message: { role: 'user', content: [{ type: 'text', text: 'Hello.' }] },
    })
    session.say('cli', { ...prompt('u1', 'Hello.'), isReplay: true })
    session.say('cli', answer('a1', 'Hi.'))
    await live.find(({ type }) => type === 'assistant')
    expect(live.frames.map(({ type }) => type)).toEqual(['user', 'assistant'])
    expect(messagesOf(await replay()).map(({ uuid }) => uuid)).toEqual(['u1', 'a1'])
  })

  it('is not told of answered prompts and pieces of complete messages, but of prompts that wait, however old', async () => {
    session.say('cli', ask('old'))
    session.say('cli', ask('done'))
    session.say('host', allow('done'))
    session.say('cli', allow('done'), { type: 'keep_alive' })
    session.say('cli', ask('gone'), { type: 'control_cancel_request', request_id: 'gone' })
    session.say(
      'cli',
      piece({ type: 'message_start', message: { id: 'm-a1' } }),
      piece({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      piece({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } }),
    )
    session.say('cli', answer('a1', 'Hi.'), piece({ type: 'content_block_stop', index: 0 }))
    session.say('cli', piece({ type: 'message_stop' }), answer('a2', 'Two.'), answer('a3', 'Three.'))
    expect(messagesOf(await replay()).map(({ type }) => type)).toEqual([
      'control_request',
      'assistant',
      'assistant',
      'assistant',
    ])
    const tail = messagesOf(await replay('&tail=2'))
    expect(tail.map((message) => message.uuid ?? message.type)).toEqual(['control_request', 'a2', 'a3'])
  })

  it('sees all pieces while they come', async () => {
    const live = await replay()
    session.say(
      'cli',
      piece({ type: 'message_start', message: { id: 'm' } }),
      piece({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      piece({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } }),
      piece({ type: 'message_stop' }),
      answer('a1', 'a'),
    )
    await live.find(({ message }) => (message as { type?: string } | undefined)?.type === 'assistant')
    expect(messagesOf(live)).toHaveLength(5)
  })

  it('goes on behind what it has, and is told when it cannot', async () => {
    session.say('cli', answer('a1', 'One.'), answer('a2', 'Two.'))
    const whole = await replay()
    const [first] = whole.frames
    const rest = await replay(`&epoch=${String(first?.epoch)}&after=${String(first?.seq)}`)
    expect(messagesOf(rest).map(({ uuid }) => uuid)).toEqual(['a2'])
    expect(rest.frames.at(-1)).toEqual({ type: 'caught_up', seq: 2 })
    const other = await replay('&epoch=other&after=1')
    expect(other.frames[0]).toMatchObject({ type: 'gap', reason: 'other_log', after: 1, lastSeq: 2, isAnew: true })
    expect(messagesOf(other)).toHaveLength(2)
    expect((await replay('&after=99')).frames[0]).toMatchObject({ type: 'gap', reason: 'other_log' })
  })

  it('has its wishes done, in the shapes of the CLI and in older ones', async () => {
    const client = stage.connect(PATH)
    await client.say({ type: 'user_message', content: [{ type: 'text', text: 'Hi' }], commandId: 'c1' })
    await client.say({
      type: 'control_response',
      request_id: 'r1',
      response: { subtype: 'success', response: { behavior: 'allow', updated_input: { a: 1 } } },
    })
    await client.say({
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'r2',
        response: { behavior: 'deny', message: 'No.', interrupt: true },
      },
    })
    stage.execute = async (command) => ({ heard: command.kind })
    await client.say({ type: 'control_request', request_id: 'q1', request: { subtype: 'set_model', model: 'opus' } })
    await client.say({ type: 'control_request', request_id: 'q2', request: { subtype: 'interrupt' } })
    expect(await client.find(({ type }) => type === 'control_response')).toEqual({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'q1', response: { heard: 'control' } },
    })
    await client.find(({ response }) => (response as { request_id?: string } | undefined)?.request_id === 'q2')
    expect(stage.done).toEqual([
      { command: { kind: 'send', sessionId: ID, content: [{ type: 'text', text: 'Hi' }] }, commandId: 'c1' },
      { command: { kind: 'decide', sessionId: ID, request_id: 'r1', behavior: 'allow', updatedInput: { a: 1 } } },
      {
        command: {
          kind: 'decide',
          sessionId: ID,
          request_id: 'r2',
          behavior: 'deny',
          message: 'No.',
          interrupt: true,
        },
      },
      { command: { kind: 'control', sessionId: ID, request: { subtype: 'set_model', model: 'opus' } } },
      { command: { kind: 'interrupt', sessionId: ID } },
    ])
  })

  it('answers servers and dialogs in their own words', () => {
    const read = (response: object) =>
      readClientMessage(JSON.stringify({ type: 'control_response', response: { request_id: 'r', response } }), ID)
        .command
    const of = { kind: 'decide', sessionId: ID, request_id: 'r' }
    expect(read({ action: 'accept', content: { a: 1 } })).toEqual({ ...of, behavior: 'allow', updatedInput: { a: 1 } })
    expect(read({ action: 'decline' })).toEqual({ ...of, behavior: 'deny' })
    expect(read({ action: 'cancel' })).toEqual({ ...of, behavior: 'deny', interrupt: true })
    expect(read({ behavior: 'completed', result: { b: 2 } })).toEqual({
      ...of,
      behavior: 'allow',
      updatedInput: { b: 2 },
    })
    expect(() => read({ behavior: 'maybe' })).toThrow("'behavior'")
  })

  it('is told what could not be done, and stays', async () => {
    stage.execute = async () => {
      throw new ServerError('already_resolved', 'It was answered.', { details: { by: 'the phone' } })
    }
    const client = stage.connect(PATH)
    for (const wrong of ['{', '[]', { type: 'dance' }, { type: 'user_message' }, { type: 'control_request' }])
      await client.say(wrong)
    await client.say({ type: 'control_response', request_id: 'r1', response: { response: { behavior: 'deny' } } })
    await client.say({ type: 'control_request', request_id: 'q1', request: { subtype: 'set_model' } })
    await client.find(({ type }) => type === 'control_response')
    const codes = client.frames.map(({ type, error }) => [type, (error as { code?: string } | undefined)?.code])
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => ['error', 'bad_request']),
      ['error', 'already_resolved'],
      ['control_response', undefined],
    ])
    expect(client.frames[5]).toMatchObject({ error: { by: 'the phone' } })
    expect(client.frames.at(-1)).toMatchObject({ response: { subtype: 'error', error: 'It was answered.' } })
  })

  it('is refused before the upgrade where there is no such session, or no such place in it', async () => {
    expect((await stage.connect('/api/claude/sessions/none/subscribe').closed).code).toBe(404)
    for (const query of ['after=-1', 'after=x', 'tail=1.5', 'after=', 'bogus=1', 'frames=2'])
      expect((await stage.connect(`${PATH}?${query}`).closed).code).toBe(400)
  })

  it('is one who watches the session', async () => {
    const client = await replay()
    expect(stage.watched).toEqual([ID])
    client.close()
    await client.closed
    await expect.poll(() => stage.watched).toEqual([])
  })
})
