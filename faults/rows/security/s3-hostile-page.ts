import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPaired, startBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { ensureChromium } from '../../../scripts/chromium.ts'
import type { Row, RowContext } from '../../../scripts/rows.ts'
import { GateStage } from '../../gate-stage.ts'

/** What a page can try, in the browser of somebody who is paired. Runs in that page; gives what it got to read. */
async function attack({
  url,
  sessionId,
  cwd,
}: {
  url: string
  sessionId: string
  cwd: string
}): Promise<{ tried: number; read: string[] }> {
  const read: string[] = []
  let tried = 0
  const start = JSON.stringify({ cwd, trust: true, prompt: 'pwned' })
  const attempt = async (name: string, work: () => Promise<string | null>) => {
    tried += 1
    const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), 1500))
    const got = await Promise.race([work().catch(() => null), limit])
    if (got !== null) read.push(`${name}: ${got}`)
  }
  const gets = ['/api/me', '/api/claude/sessions', '/api/devices', '/api/health', '/', '/index.html']
  const posts = [
    '/api/claude/sessions',
    '/api/devices/link',
    '/api/proof/nonce',
    '/api/proof',
    '/api/pair',
    `/api/claude/sessions/${sessionId}/messages`,
  ]
  for (const mode of ['cors', 'no-cors'] as const) {
    for (const path of gets)
      await attempt(`fetch ${mode} ${path}`, async () => {
        const answer = await fetch(url + path, { mode, credentials: 'include' })
        return (await answer.text()) === '' ? null : 'its text'
      })
    for (const path of posts)
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded'])
        await attempt(`fetch ${mode} POST ${path} ${type}`, async () => {
          const headers = { 'content-type': type, ...(mode === 'cors' && { 'x-quarterdeck-proof': 'x' }) }
          const answer = await fetch(url + path, { method: 'POST', mode, credentials: 'include', headers, body: start })
          return answer.type === 'opaque' || !answer.ok ? null : 'an answer'
        })
  }
  for (const method of ['DELETE', 'PATCH', 'PUT', 'OPTIONS'])
    await attempt(`fetch ${method}`, async () =>
      (await fetch(`${url}/api/claude/sessions/${sessionId}`, { method, credentials: 'include' })).ok ? 'done' : null,
    )
  await attempt('sendBeacon', async () => {
    navigator.sendBeacon(`${url}/api/claude/sessions`, new Blob([start], { type: 'text/plain' }))
    return null
  })
  const load = (tag: 'img' | 'script' | 'link' | 'object', path: string) =>
    attempt(`${tag} ${path}`, () => {
      const element = document.createElement(tag)
      const loaded = new Promise<string | null>((resolve) => {
        element.onload = () => resolve('loaded')
        element.onerror = () => resolve(null)
      })
      if (element instanceof HTMLLinkElement) Object.assign(element, { rel: 'stylesheet', href: url + path })
      else if (element instanceof HTMLObjectElement) element.data = url + path
      else (element as HTMLImageElement).src = url + path
      document.body.append(element)
      return loaded
    })
  for (const path of ['/favicon.svg', '/api/claude/sessions', '/'])
    for (const tag of ['img', 'script', 'link', 'object'] as const) await load(tag, path)
  await attempt('iframe', async () => {
    const frame = document.createElement('iframe')
    frame.src = `${url}/`
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    return frame.contentDocument?.body.textContent ? 'the page' : null
  })
  for (const [enctype, action] of [
    ['text/plain', '/api/claude/sessions'],
    ['application/x-www-form-urlencoded', '/api/devices/link'],
    ['multipart/form-data', '/api/pair'],
  ] as const)
    await attempt(`form ${action}`, async () => {
      const frame = document.createElement('iframe')
      frame.name = `target${Math.random()}`
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', enctype, action: url + action, target: frame.name })
      const field = document.createElement('input')
      // The usual trick: what is sent as text reads as JSON.
      Object.assign(field, { name: `${start.slice(0, -1)},"x":"`, value: '"}' })
      form.append(field)
      document.body.append(frame, form)
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      form.submit()
      await loaded
      return null
    })
  const address = `${url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1`
  for (const protocols of [
    [],
    ['quarterdeck.v1'],
    ['quarterdeck.v1', 'quarterdeck.proof.x'],
    ['quarterdeck.v1', 'quarterdeck.bearer.x'],
  ])
    for (const at of [address, `${url.replace('http', 'ws')}/api/live`, `${url.replace('http', 'ws')}/bridge`])
      await attempt(`WebSocket ${at} ${protocols.join()}`, () => {
        const socket = new WebSocket(at, protocols)
        return new Promise((resolve) => {
          socket.onopen = () => resolve('open')
          socket.onmessage = () => resolve('a message')
          socket.onerror = () => resolve(null)
        })
      })
  await attempt('EventSource', () => {
    const source = new EventSource(`${url}/api/claude/sessions`, { withCredentials: true })
    return new Promise((resolve) => {
      source.onopen = () => resolve('open')
      source.onerror = () => resolve(null)
    })
  })
  await attempt('a window', async () => {
    const opened = window.open(`${url}/`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const text = opened?.document.body.textContent ?? null
    opened?.close()
    return text === '' ? null : text
  })
  return { tried, read }
}

/** On another port of this machine, which gets the same cookies. */
async function startHostile(): Promise<{ server: Server; port: number; cookies: Set<string> }> {
  const cookies = new Set<string>()
  const server = createServer((request, response) => {
    if (request.headers.cookie !== undefined) cookies.add(request.headers.cookie)
    // A wrong cookie beside the right one: it may not keep the owner out.
    const name = /(quarterdeck-[0-9a-f]+)=/.exec(request.headers.cookie ?? '')?.[1]
    if (name !== undefined) response.setHeader('set-cookie', `${name}=tossed; Path=/api`)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A nice page</title><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port, cookies }
}

/** Everything of our server that was let through to this page and its frames; a window that it opens is a page of its own. */
function watchAnswers(page: Page, origin: string): string[] {
  const letIn: string[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).origin === origin && response.status() < 400)
      letIn.push(`${response.request().method()} ${response.url()} gave ${response.status()}`)
  })
  return letIn
}

export default {
  id: 'S3',
  title: 'a hostile page in a real browser on another port: fetch, form, image, script, WebSocket, frame',
  async run({ quick, seed }: RowContext) {
    process.env.QUARTERDECK_CHROMIUM ??= await ensureChromium()
    const stage = await GateStage.set()
    const hostile = await startHostile()
    const browser = await startBrowser({ names: ['rebind.test'] })
    const wrong: string[] = []
    try {
      const { url, token } = stage.server
      const ours = await browser.context.newPage()
      await openPaired(ours, { url, token })
      const devices = (await stage.ask('GET', '/api/devices', stage.bearer)).json() as { items: unknown[] }
      const sessions = stage.countSessions()
      const page = await browser.context.newPage()
      const letIn = watchAnswers(page, new URL(url).origin)
      let tried = 0
      // The first gets our cookie too; the others are other sites.
      const others = ['localhost', 'rebind.test']
      const hosts = ['127.0.0.1', ...(quick ? others.slice(seed % 2, (seed % 2) + 1) : others)]
      for (const host of hosts) {
        await page.goto(`http://${host}:${hostile.port}/`)
        const found = await page.evaluate(attack, { url, sessionId: stage.sessionId, cwd: stage.project })
        tried += found.tried
        wrong.push(...found.read.map((what) => `${host} read ${what}`))
      }
      wrong.push(...letIn)
      const rebound = await page.goto(`http://rebind.test:${new URL(url).port}/`)
      if (rebound?.status() !== 403) wrong.push(`a name that leads to us was answered with ${rebound?.status()}`)

      // It has our cookie, because all ports do. With that alone nothing opens, not even from our own origin.
      const stolen = [...hostile.cookies].find((cookie) => cookie.includes('quarterdeck-'))
      if (stolen === undefined) wrong.push('the cookie never reached the other port: the test shows nothing')
      for (const path of ['/api/me', '/api/claude/sessions', '/api/devices'])
        if ((await stage.ask('GET', path, { cookie: stolen ?? '', origin: new URL(url).origin })).status !== 401)
          wrong.push(`the cookie alone opened ${path}`)

      const after = (await stage.ask('GET', '/api/devices', stage.bearer)).json() as { items: unknown[] }
      if (stage.countSessions() !== sessions) wrong.push('a session was started')
      if (after.items.length !== devices.items.length) wrong.push('a device was paired or revoked')
      await ours.reload()
      await ours.getByRole('button', { name: 'New session' }).waitFor()
      return {
        passed: wrong.length === 0,
        bar: 'nothing read, nothing done; the cookie alone is not enough',
        found:
          wrong.length === 0
            ? `${tried} attempts from ${hosts.length} origins, nothing read or done`
            : wrong.slice(0, 5).join('; '),
        figures: { attempts: tried, wrong: wrong.length },
      }
    } finally {
      await browser.close()
      hostile.server.close()
      hostile.server.closeAllConnections()
      await stage.clear()
    }
  },
} satisfies Row
