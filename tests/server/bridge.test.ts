import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CLI_VERSIONS,
  findRealCli,
  type ScriptedModel,
  startScriptedModel,
  startServer,
  type TestServer,
  toCliEnv,
} from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BridgeClient } from './bridge-client.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(CLI_VERSIONS)('the bridge, with the real CLI %s', (version) => {
  let home: string
  let project: string
  let model: ScriptedModel
  let server: TestServer
  let client: BridgeClient

  const data = () => join(home, 'data')
  const start = () =>
    startServer({
      data: data(),
      env: toCliEnv({ home, modelUrl: model.url }),
      args: ['--claude', findRealCli(version), '--bridge'],
    })
  const connect = () => BridgeClient.open(server, BridgeClient.readKey(data()))
  const touch = (name: string) => ({
    tools: [{ name: 'Bash', input: { command: `touch ${name}`, description: 'Make a file' } }],
  })

  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-bridge-')))
    project = join(home, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'pixel.png'), Buffer.from(PIXEL, 'base64'))
    model = await startScriptedModel()
    server = await start()
    client = await connect()
  })
  afterAll(async () => {
    await server?.end()
    try {
      await model?.close()
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    }
  })

  it('lets in who has its key, and no page, no token and nobody else', async () => {
    const key = BridgeClient.readKey(data())
    expect(server.output()).toContain(key)
    expect(statSync(join(data(), 'bridge.key')).mode & 0o777).toBe(0o600)
    await expect(BridgeClient.open(server, 'wrong')).rejects.toThrow()
    await expect(BridgeClient.open(server, server.token)).rejects.toThrow()
    await expect(BridgeClient.open(server, key, { origin: server.url })).rejects.toThrow()
    const byKey = await fetch(`${server.url}/api/claude/sessions`, { headers: { authorization: `Bearer ${key}` } })
    expect(byKey.status).toBe(401)
  })

  it('says what is wrong with a message, and goes on', async () => {
    for (const [message, words] of [
      ['{', 'not JSON'],
      [{ type: 'dance' }, "no message 'dance'"],
      [{ type: 'input' }, "'text'"],
      [{ type: 'start', projectPath: project, model: 'x' }, 'model'],
      [{ type: 'input', text: 'Hi' }, '0 sessions run'],
      [{ type: 'start', projectPath: 'relative' }, 'relative'],
      [{ type: 'get_history', sessionId: '00000000-0000-4000-8000-000000000000' }, 'no session'],
      [{ type: 'approve', id: 'x', sessionId: '00000000-0000-4000-8000-000000000000' }, 'no session'],
    ] as const)
      expect(await client.ask(message, 'error')).toMatchObject({ message: expect.stringContaining(words) })
  })

  it('starts nothing in a folder that nobody trusts, and says what to do', async () => {
    expect(await client.ask({ type: 'start', projectPath: project }, 'error')).toMatchObject({
      code: 'untrusted_folder',
      request: 'start',
      message: expect.stringMatching(/not trusted.*from the page/),
    })
    const trusting = await fetch(`${server.url}/api/claude/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: project, trust: true }),
    })
    expect(trusting.status).toBe(201)
    const { sessionId } = (await trusting.json()) as { sessionId: string }
    expect(await client.ask({ type: 'stop_session', sessionId }, 'result')).toMatchObject({
      subtype: 'stopped',
      sessionId,
    })
  })

  let sessionId = ''

  it('starts a session, streams what Claude says, and names its states', async () => {
    const created = await client.ask({ type: 'start', projectPath: project }, 'system')
    expect(created).toMatchObject({ subtype: 'session_created', projectPath: project, sessionId: expect.any(String) })
    sessionId = created.sessionId as string
    model.script('Say hello.', [{ thinking: 'A greeting, then.', text: 'Hello from the bridge.' }])
    const from = client.received.length
    client.send({ type: 'input', text: 'Say hello.' })
    expect(await client.next('system', ({ subtype }) => subtype === 'init')).toMatchObject({
      sessionId,
      model: expect.any(String),
    })
    expect(await client.next('result')).toMatchObject({
      subtype: 'success',
      result: 'Hello from the bridge.',
      cost: expect.any(Number),
      duration: expect.any(Number),
      sessionId,
    })
    await client.next('status', ({ status }) => status === 'idle')
    const told = client.received.slice(from)
    const text = (type: string) =>
      told
        .filter((each) => each.type === type)
        .map((each) => each.text)
        .join('')
    expect(text('stream_delta')).toBe('Hello from the bridge.')
    expect(text('thinking_delta')).toBe('A greeting, then.')
    expect(text('user_input')).toBe('Say hello.')
    expect(told.filter(({ type }) => type === 'status').map(({ status }) => status)).toEqual(['running', 'idle'])
    const contents = told
      .filter(({ type }) => type === 'assistant')
      .flatMap(({ message }) => (message as { content: object[] }).content)
    expect(contents).toContainEqual(expect.objectContaining({ type: 'text', text: 'Hello from the bridge.' }))
  })

  it('asks before a tool runs; approves, rejects with a reason, and refuses a second answer', async () => {
    model.script('Make two files.', [touch('one.txt'), touch('two.txt'), { text: 'One of two.' }])
    client.send({ type: 'input', text: 'Make two files.', sessionId })
    const first = await client.next('permission_request')
    expect(first).toMatchObject({ toolName: 'Bash', input: { command: 'touch one.txt' }, sessionId })
    await client.next('status', ({ status }) => status === 'waiting_approval')
    expect(existsSync(join(project, 'one.txt'))).toBe(false)
    client.send({ type: 'approve', id: first.toolUseId as string })
    expect(await client.next('tool_result')).toMatchObject({ toolUseId: first.toolUseId, toolName: 'Bash' })
    const second = await client.next('permission_request')
    client.send({ type: 'reject', id: second.toolUseId as string, message: 'Not this one.' })
    await client.next('result')
    expect(existsSync(join(project, 'one.txt'))).toBe(true)
    expect(existsSync(join(project, 'two.txt'))).toBe(false)
    expect(JSON.stringify(model.requests)).toContain('Not this one.')
    expect(await client.ask({ type: 'approve', id: second.toolUseId }, 'error')).toMatchObject({
      code: 'already_resolved',
    })
  })

  it('approves for the session, by what Claude Code suggests', async () => {
    model.script('Make more files.', [touch('three.txt'), touch('three.txt'), { text: 'Made.' }])
    client.send({ type: 'input', text: 'Make more files.' })
    const { toolUseId } = await client.next('permission_request')
    const from = client.received.length
    client.send({ type: 'approve_always', id: toolUseId as string })
    expect(await client.next('result')).toMatchObject({ result: 'Made.' })
    expect(client.received.slice(from).filter(({ type }) => type === 'permission_request')).toEqual([])
    expect(existsSync(join(project, 'three.txt'))).toBe(true)
  })

  it('answers a question with a text, and several with JSON', async () => {
    const option = (label: string) => ({ label, description: label })
    const colour = {
      question: 'Which colour?',
      header: 'Colour',
      options: [option('Red'), option('Blue')],
      multiSelect: false,
    }
    const sizes = { question: 'Which sizes?', header: 'Sizes', options: [option('S'), option('L')], multiSelect: true }
    model.script('Ask me.', [
      { tools: [{ name: 'AskUserQuestion', input: { questions: [colour] } }] },
      { tools: [{ name: 'AskUserQuestion', input: { questions: [colour, sizes] } }] },
      { text: 'Thank you.' },
    ])
    client.send({ type: 'input', text: 'Ask me.' })
    const first = await client.next('permission_request')
    expect(first).toMatchObject({ toolName: 'AskUserQuestion', input: { questions: [{ question: 'Which colour?' }] } })
    const id = first.toolUseId as string
    expect(await client.ask({ type: 'approve', id }, 'error')).toMatchObject({
      message: expect.stringContaining("'answer'"),
    })
    client.send({ type: 'answer', toolUseId: id, result: 'Green' })
    const second = await client.next('permission_request')
    const toolUseId = second.toolUseId as string
    expect(await client.ask({ type: 'answer', toolUseId, result: 'Red' }, 'error')).toMatchObject({
      message: expect.stringContaining('2 questions'),
    })
    const result = JSON.stringify({ 'Which colour?': 'Blue', 'Which sizes?': ['S', 'L'] })
    client.send({ type: 'answer', toolUseId, result })
    expect(await client.next('result')).toMatchObject({ result: 'Thank you.' })
    expect(JSON.stringify(model.requests)).toMatch(/Green[\s\S]*S, L/)
  })

  it('gives the images that a tool gave', async () => {
    model.script('Look at it.', [
      { tools: [{ name: 'Read', input: { file_path: join(project, 'pixel.png') } }] },
      { text: 'Seen.' },
    ])
    client.send({ type: 'input', text: 'Look at it.' })
    expect(await client.next('tool_result')).toMatchObject({
      toolName: 'Read',
      images: [{ mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) }],
    })
    await client.next('result')
    await client.next('status', ({ status }) => status === 'idle')
  })

  it('lists what runs and what was, and gives the history of a session', async () => {
    const { sessions } = await client.ask({ type: 'list_sessions' }, 'session_list')
    expect(sessions).toMatchObject([{ id: sessionId, sessionId, projectPath: project, status: 'idle' }])
    const recent = await client.ask({ type: 'list_recent_sessions', limit: 5 }, 'recent_sessions')
    expect(recent.sessions).toContainEqual(expect.objectContaining({ sessionId, projectPath: project }))
    const { messages } = await client.ask({ type: 'get_history', sessionId }, 'history')
    const told = messages as { type: string; text?: string; result?: string }[]
    expect(told.flatMap(({ type, text }) => (type === 'user_input' ? [text] : []))).toEqual([
      'Say hello.',
      'Make two files.',
      'Make more files.',
      'Ask me.',
      'Look at it.',
    ])
    expect(new Set(told.map(({ type }) => type))).toEqual(
      new Set(['system', 'user_input', 'assistant', 'tool_result', 'result']),
    )
  })

  it('stops a session; it can be resumed, by another program and after a restart, and knows what was said', async () => {
    await client.ask({ type: 'stop_session', sessionId }, 'result')
    expect(await client.ask({ type: 'list_sessions' }, 'session_list')).toMatchObject({ sessions: [] })
    await server.stop()
    server = await start()
    client = await connect()
    const { messages } = await client.ask({ type: 'get_history', sessionId }, 'history')
    expect(JSON.stringify(messages)).toContain('Hello from the bridge.')
    const created = await client.ask({ type: 'resume_session', sessionId, projectPath: project }, 'system')
    const resumed =
      created.subtype === 'session_created'
        ? created
        : await client.next('system', ({ subtype }) => subtype === 'session_created')
    expect(resumed).toMatchObject({ sessionId })
    model.script('What was first?', [{ text: 'A hello.' }])
    const from = client.received.length
    client.send({ type: 'input', text: 'What was first?' })
    expect(await client.next('result')).toMatchObject({ result: 'A hello.', sessionId })
    expect(JSON.stringify(model.requests.at(-1))).toContain('Say hello.')
    // What was before is told by the history, not again.
    expect(client.received.slice(from).flatMap(({ type, text }) => (type === 'user_input' ? [text] : []))).toEqual([
      'What was first?',
    ])
  })

  it('has several sessions on one socket, and a prompt stays open for who comes back', async () => {
    const other = (await client.ask({ type: 'start', projectPath: project }, 'system')).sessionId as string
    model.script('Ask about a file.', [touch('four.txt'), { text: 'Done.' }])
    client.send({ type: 'input', text: 'Ask about a file.' })
    await client.next('permission_request', (each) => each.sessionId === other)
    model.script('Still there?', [{ text: 'Still here.' }])
    client.send({ type: 'input', text: 'Still there?', sessionId })
    expect(await client.next('result')).toMatchObject({ sessionId, result: 'Still here.' })
    await client.close()
    client = await connect()
    client.send({ type: 'get_history', sessionId: other })
    const again = await client.next('permission_request')
    expect(again).toMatchObject({ sessionId: other, input: { command: 'touch four.txt' } })
    client.send({ type: 'approve', id: again.toolUseId as string })
    expect(await client.next('result')).toMatchObject({ sessionId: other, result: 'Done.' })
    expect(existsSync(join(project, 'four.txt'))).toBe(true)
  })
})
