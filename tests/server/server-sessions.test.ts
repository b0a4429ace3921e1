import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess } from '@quarterdeck/driver'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, FakeCliStage, waitFor } from '../stages/fake-cli-stage.ts'

describe('the sessions of a server', () => {
  let stage: FakeCliStage
  beforeEach(async () => {
    stage = await FakeCliStage.set()
  })
  afterEach(() => stage.clear())

  it('keeps nothing of a session whose CLI could not be started', async () => {
    await stage.server.stop()
    const notRunnable = join(stage.home, 'not-runnable')
    writeFileSync(notRunnable, 'plain text', { mode: 0o644 })
    await stage.start('--claude', notRunnable)
    const error = await errorOf(
      await stage.call('POST', '/api/claude/sessions', { cwd: stage.project, trust: true, prompt: 'Hi' }),
    )
    expect(error).toMatchObject({ status: 503, code: 'cli_failed', message: expect.stringContaining('may not be run') })
    expect(await (await stage.call('GET', '/api/claude/sessions')).json()).toEqual({ items: [], nextCursor: null })
    expect(existsSync(join(stage.data, 'sessions')) ? readdirSync(join(stage.data, 'sessions')) : []).toEqual([])
  })

  it('answers for one of which the CLI has written nothing yet', async () => {
    const { sessionId } = await stage.startSession()
    const at = `/api/claude/sessions/${sessionId}`
    for (const path of ['/messages', '/todos', '/file-history', '/tree']) {
      const answer = await stage.call('GET', `${at}${path}`)
      expect(answer.status, path).toBe(200)
      expect(await answer.json()).toMatchObject({ items: expect.any(Array), nextCursor: null })
    }
    const debug = await errorOf(await stage.call('GET', `${at}/debug`))
    expect(debug).toMatchObject({ status: 404, code: 'not_found', message: expect.stringContaining(sessionId) })
  })

  it('takes a message while the process is being ended, and gives it to the next one', async () => {
    const { sessionId } = await stage.startSession()
    const ending = stage.call('DELETE', `/api/claude/sessions/${sessionId}`)
    const sent = await stage.call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Still there?' })
    await ending
    expect(sent.status).toBe(202)
    await waitFor(() => stage.received.includes('Still there?'))
    expect(stage.received.split('Still there?')).toHaveLength(2)
  })

  it('asks again whether a folder is trusted before it starts anything there, for messages too', async () => {
    const { sessionId } = await stage.startSession()
    await stage.server.end()
    rmSync(join(stage.data, 'trusted-folders.json'))
    await stage.start()
    const sent = await stage.call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Hi' })
    expect(await errorOf(sent)).toMatchObject({ status: 403, code: 'untrusted_folder' })
  })

  it('starts although its files were damaged, and lists what can be read', async () => {
    const { sessionId } = await stage.startSession()
    await stage.server.end()
    const other = join(stage.data, 'sessions', '00000000-0000-4000-8000-000000000000')
    mkdirSync(other)
    writeFileSync(join(other, 'session.json'), '{"cwd":')
    mkdirSync(join(stage.data, 'sessions', 'not-a-session'))
    writeFileSync(join(stage.data, 'server.json'), 'null')
    writeFileSync(join(stage.data, 'trusted-folders.json'), '[')
    writeFileSync(join(stage.sessionFolder(sessionId), 'log.ndjson'), '\u0000\nnull\n{"seq":1}\n', { flag: 'a' })
    await stage.start()
    const { items } = (await (await stage.call('GET', '/api/claude/sessions')).json()) as {
      items: { sessionId: string }[]
    }
    expect(items.map((item) => item.sessionId)).toEqual([sessionId])
  })

  it('finds its sessions again after it was killed, with the same process', async () => {
    const { sessionId } = await stage.startSession()
    const first = stage.cliPid
    await stage.server.kill()
    await stage.start()
    await stage.call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Hi' })
    await waitFor(() => stage.received.includes('"Hi"'))
    expect(stage.cliPid).toBe(first)
  })

  it('ends a CLI whose keeper was killed, before it starts another on that session', async () => {
    const { sessionId } = await stage.startSession()
    const first = stage.cliPid
    const { pid } = JSON.parse(readFileSync(join(stage.sessionFolder(sessionId), 'keeper.json'), 'utf8'))
    process.kill(pid, 'SIGKILL')
    await waitFor(() => identifyProcess(first) === null)
    const sent = await stage.call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Hi' })
    expect(sent.status).toBe(202)
    await waitFor(() => stage.cliPid !== first)
  })

  it('takes a message once that was sent twice', async () => {
    const { sessionId } = await stage.startSession()
    const path = `/api/claude/sessions/${sessionId}/messages`
    const body = { content: 'Only once', commandId: 'a-command' }
    expect((await stage.call('POST', path, body)).status).toBe(202)
    await stage.server.kill()
    await stage.start()
    expect((await stage.call('POST', path, body)).status).toBe(202)
    await stage.call('POST', path, { content: 'The last' })
    const log = () => readFileSync(join(stage.sessionFolder(sessionId), 'log.ndjson'), 'utf8')
    await waitFor(() => log().includes('The last'))
    expect(stage.received.split('Only once')).toHaveLength(2)
  })

  it('sends a long log to a client that reads, to its very end', async () => {
    const { sessionId } = await stage.startSession()
    await stage.server.end()
    const message = { type: 'system', subtype: 'informational', content: 'x'.repeat(100_000) }
    const path = join(stage.sessionFolder(sessionId), 'log.ndjson')
    const known = readFileSync(path, 'utf8').trim().split('\n').slice(1)
    const from = JSON.parse(known.at(-1) as string).seq
    const records = Array.from({ length: 400 }, (_, index) =>
      JSON.stringify({ seq: from + index + 1, at: new Date().toISOString(), from: 'cli', message }),
    )
    writeFileSync(path, `${records.join('\n')}\n`, { flag: 'a' })
    await stage.start()
    const seqs = (await stage.frames(sessionId)).map(({ seq }) => seq)
    // The last frame only says that all was told.
    expect(seqs.slice(-401, -1)).toEqual(Array.from({ length: 400 }, (_, index) => from + index + 1))
  })

  it('lists a session whose keeper does not answer, and says so to whoever looks at it', async () => {
    const { sessionId } = await stage.startSession()
    await stage.server.stop()
    const { pid } = JSON.parse(readFileSync(join(stage.sessionFolder(sessionId), 'keeper.json'), 'utf8'))
    process.kill(pid, 'SIGSTOP')
    try {
      await stage.start()
      const [row] = await stage.list<{ why?: string }>()
      expect(row?.why).toContain('did not answer')
      const problem = (await stage.frames(sessionId)).find(({ type }) => type === 'problem')
      expect(problem?.message).toContain('did not answer')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  it('forgets a session that ended long ago, and nothing else', async () => {
    const { sessionId } = await stage.startSession()
    await stage.server.end()
    const folder = stage.sessionFolder(sessionId)
    const log = readFileSync(join(folder, 'log.ndjson'), 'utf8')
    await stage.start()
    expect(existsSync(folder)).toBe(true)
    await stage.server.end()
    writeFileSync(join(folder, 'log.ndjson'), log.replaceAll(/"at":"20\d\d/g, '"at":"2020'))
    await stage.start()
    expect(existsSync(folder)).toBe(false)
    expect(await (await stage.call('GET', '/api/claude/sessions')).json()).toMatchObject({ items: [] })
  })

  it('says that it does not have the records a client asks for, and begins anew', async () => {
    const { sessionId } = await stage.startSession()
    const [first] = await stage.frames(sessionId, '&after=9999')
    expect(first).toMatchObject({ type: 'gap', after: 9999 })
  })

  it('ends the session that has rested longest when no more may run, and none that is at work', async () => {
    await stage.server.end()
    await stage.start('--max-live', '1')
    const { sessionId: first } = await stage.startSession()
    const second = await stage.startSession()
    const live = async () =>
      (await stage.list<{ sessionId: string; live: boolean }>()).filter((row) => row.live).map((row) => row.sessionId)
    expect(await live()).toEqual([second.sessionId])
    // The CLI never answers: it is at work from now on.
    await stage.call('POST', `/api/claude/sessions/${second.sessionId}/messages`, { content: 'Hi' })
    const refused = await stage.call('POST', `/api/claude/sessions/${first}/messages`, { content: 'Me too' })
    expect(await errorOf(refused)).toMatchObject({
      status: 429,
      code: 'too_many_live',
      message: expect.stringContaining('--max-live'),
    })
    expect(await live()).toEqual([second.sessionId])
  })

  it('lists a session whose folder it may not write, and goes on without it', async () => {
    const { sessionId } = await stage.startSession()
    await stage.server.end()
    // In the place of the claim of a keeper: neither a link that could be read nor one that could be made.
    mkdirSync(join(stage.sessionFolder(sessionId), 'keeper.lock', 'in the way'), { recursive: true })
    await stage.start()
    expect(await stage.list()).toMatchObject([{ sessionId, why: expect.any(String) }])
    rmSync(join(stage.sessionFolder(sessionId), 'keeper.lock'), { recursive: true })
  })
})
