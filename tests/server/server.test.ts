import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PairedDevice } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, FakeCliStage, waitFor } from '../stages/fake-cli-stage.ts'

describe('the server', () => {
  let stage: FakeCliStage
  beforeEach(async () => {
    stage = await FakeCliStage.set()
  })
  afterEach(() => stage.clear())

  it('says that it is well to anyone, and everything else only to who has the token', async () => {
    expect(await (await fetch(`${stage.server.url}/api/health`)).json()).toEqual({
      ok: true,
      version: expect.any(String),
    })
    expect(await errorOf(await fetch(`${stage.server.url}/api/claude/sessions`))).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    expect(await (await stage.call('GET', '/api/claude/sessions')).json()).toEqual({ items: [], nextCursor: null })
  })

  it('writes its ready file and its state for the owner alone', () => {
    expect(statSync(join(stage.data, 'server.json')).mode & 0o777).toBe(0o600)
    expect(statSync(stage.data).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(join(stage.data, 'server.json'), 'utf8'))).toMatchObject({
      url: stage.server.url,
      pid: stage.server.pid,
      token: stage.server.token,
    })
  })

  it('starts nothing in a folder that nobody trusted', async () => {
    expect(await errorOf(await stage.call('POST', '/api/claude/sessions', { cwd: stage.project }))).toMatchObject({
      status: 403,
      code: 'untrusted_folder',
    })
    expect(readdirSync(stage.project)).toEqual([])
    expect((await stage.call('POST', '/api/claude/sessions', { cwd: stage.project, trust: true })).status).toBe(201)
    await waitFor(() => existsSync(join(stage.project, 'started')))
    // Trust is remembered.
    expect((await stage.call('POST', '/api/claude/sessions', { cwd: stage.project })).status).toBe(201)
  })

  it('gives the CLI our environment without our secrets', async () => {
    await stage.call('POST', '/api/claude/sessions', { cwd: stage.project, trust: true })
    await waitFor(
      () => existsSync(join(stage.project, 'started')) && readFileSync(join(stage.project, 'started'), 'utf8') !== '',
    )
    const { argv, env } = JSON.parse(readFileSync(join(stage.project, 'started'), 'utf8'))
    expect(argv).toContain('--permission-mode=default')
    expect(env.HOME).toBe(stage.home)
    expect(JSON.stringify({ argv, env })).not.toContain(stage.server.token)
    // A name for all that the session starts, so that it can be ended too; nothing that opens a door.
    expect(Object.keys(env).filter((name) => name.startsWith('QUARTERDECK'))).toEqual(['QUARTERDECK_SESSION'])
  })

  it.each([
    ['a relative folder', { cwd: 'project' }, "'project' is not an absolute path"],
    ['a folder that is not there', { cwd: '/no/such/folder' }, "There is no folder '/no/such/folder'"],
    ['no folder', {}, "'cwd'"],
    ['a model that is a flag', { cwd: '/', model: '--x y' }, "'model'"],
  ])('refuses to start with %s, and says so', async (_, body, message) => {
    const error = await errorOf(await stage.call('POST', '/api/claude/sessions', body))
    expect(error).toMatchObject({ status: 400, code: 'bad_request', message: expect.stringContaining(message) })
  })

  it('refuses to start with what nobody may bring, and writes that down', async () => {
    const asked = { cwd: stage.project, trust: true, env: { PATH: '/evil' } }
    const error = await errorOf(await stage.call('POST', '/api/claude/sessions', asked))
    expect(error).toMatchObject({ status: 403, code: 'not_allowed', what: 'env' })
    const { items } = (await (await stage.call('GET', '/api/audit?limit=1')).json()) as { items: object[] }
    expect(items).toMatchObject([{ event: 'refusal', by: 'a program', door: 'start', what: 'env' }])
    // What was refused has trusted nothing.
    expect((await stage.call('POST', '/api/claude/sessions', { cwd: stage.project })).status).toBe(403)
  })

  it('takes JSON only', async () => {
    const text = await stage.call('POST', '/api/claude/sessions', {}, { 'content-type': 'text/plain' })
    expect(await errorOf(text)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    const broken = await fetch(`${stage.server.url}/api/claude/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' },
      body: '{',
    })
    expect(await errorOf(broken)).toMatchObject({ status: 400, code: 'bad_request' })
  })

  it('answers for what is not there, and for a request that was never made', async () => {
    expect(await errorOf(await stage.call('GET', '/api/nothing'))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await errorOf(await stage.call('POST', '/api/claude/sessions/none/interrupt', {}))).toMatchObject({
      status: 404,
    })
    const { sessionId } = (await (
      await stage.call('POST', '/api/claude/sessions', { cwd: stage.project, trust: true })
    ).json()) as { sessionId: string }
    const late = await stage.call('POST', `/api/claude/sessions/${sessionId}/permission`, {
      request_id: 'x',
      behavior: 'allow',
    })
    expect(await errorOf(late)).toMatchObject({
      status: 404,
      code: 'not_found',
      message: "There is no request 'x' in this session.",
    })
  })

  it('asks for the token before anything else, whatever the route, method or size', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await stage.askPlainly('/api/nothing', method)).status).toBe(401)
      expect((await stage.askPlainly('/api/nothing', method, { host: 'evil.com' })).status).toBe(403)
    }
    expect((await stage.askPlainly('/api/claude/sessions', 'POST', { 'content-length': '99999999' })).status).toBe(401)
  })

  it('serves the page with a policy that runs nothing but our own script, and no file outside it', async () => {
    const page = await fetch(`${stage.server.url}/sessions/x`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await page.text()).toContain('<div id="root">')
    const paths = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../package.json',
      '/.stamp',
    ]
    for (const path of paths) expect((await stage.askPlainly(path)).text).not.toMatch(/"name"|^[0-9a-f]{64}$/)
  })

  it('sends the page without a schema of the CLI, which it does not need', async () => {
    const html = await (await fetch(stage.server.url)).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
    const source = await (await fetch(`${stage.server.url}${script}`)).text()
    expect(source).toContain('Quarterdeck')
    expect(source).not.toMatch(/safeParse|looseObject|ZodObject/)
  })

  it('opens a socket for who has the token, and for nobody else, and for no foreign page at all', async () => {
    const { sessionId } = (await (
      await stage.call('POST', '/api/claude/sessions', { cwd: stage.project, trust: true })
    ).json()) as {
      sessionId: string
    }
    const open = (headers: Record<string, string>, protocols = ['quarterdeck.v1']) =>
      new Promise<string>((resolve) => {
        const address = `${stage.server.url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1`
        const socket = stage.openSocket(address, protocols, headers)
        socket.onerror = () => resolve('refused')
        socket.onmessage = () => {
          resolve('open')
          socket.close()
        }
      })
    const { token, url } = stage.server
    const authorization = `Bearer ${token}`
    expect(await open({ authorization })).toBe('open')
    expect(await open({ authorization, origin: url })).toBe('open')
    expect(await open({})).toBe('refused')
    expect(await open({ authorization: 'Bearer wrong' })).toBe('refused')
    expect(await open({}, ['quarterdeck.v1', `quarterdeck.bearer.${token}`])).toBe('refused')
    expect(await open({ authorization, origin: 'http://evil.com' })).toBe('refused')
    expect(await open({ authorization, origin: 'null' })).toBe('refused')
    expect(await open({ authorization }, ['quarterdeck.v2'])).toBe('refused')

    const device = await PairedDevice.pair(stage.server)
    const { cookie, origin, socketProtocols } = device
    expect(await open({ cookie, origin }, socketProtocols)).toBe('open')
    expect(await open({ cookie, origin })).toBe('refused')
    expect(await open({ cookie }, socketProtocols)).toBe('refused')
    expect(await open({ origin }, socketProtocols)).toBe('refused')
  })
})
