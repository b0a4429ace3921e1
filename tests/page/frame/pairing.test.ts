import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPairingLink, openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeCliStage, waitFor } from '../../stages/fake-cli-stage.ts'

describe('pairing, in a real browser', () => {
  let stage: FakeCliStage
  let browser: TestBrowser
  let other: TestBrowser
  beforeAll(async () => {
    stage = await FakeCliStage.set()
    browser = await startBrowser()
    other = await startBrowser()
  })
  afterAll(async () => {
    await other.close()
    await browser.close()
    await stage.clear()
  })

  const isIn = (page: Page) => page.getByRole('button', { name: 'New session' }).waitFor()
  const says = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor()
  const devices = async () =>
    ((await (await stage.call('GET', '/api/devices')).json()) as { items: { deviceId: string; name: string }[] }).items

  it('says what to do in a browser that is not paired, and lets nothing be read there', async () => {
    const page = await other.context.newPage()
    await page.goto(stage.server.url)
    await says(page, 'This browser is not paired')
    await page.getByText('quarterdeck pair').waitFor()
    expect(await page.evaluate(async () => (await fetch('/api/claude/sessions')).status)).toBe(401)
    await page.close()
  })

  it('lets a browser in by its link, takes the secret out of the address, and keeps it in for later', async () => {
    const page = await browser.context.newPage()
    const link = await createPairingLink(stage.server)
    await page.goto(link)
    await isIn(page)
    expect(page.url()).toBe(`${stage.server.url}/`)
    await page.reload()
    await isIn(page)
    // A link that was used is of no use to anyone else, and does no harm to who has used it.
    await page.goto(link)
    await isIn(page)
    const stranger = await other.context.newPage()
    await stranger.goto(link)
    await says(stranger, 'This link was used already')
    await stranger.goto(`${stage.server.url}/#pair=${'x'.repeat(43)}`)
    await says(stranger, 'This link has expired')
    expect(await devices()).toHaveLength(1)

    const [cookie] = await browser.context.cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', domain: '127.0.0.1' })
    expect(cookie?.name).toMatch(/^quarterdeck-[0-9a-f]{12}$/)
    const kept = readFileSync(join(stage.data, 'devices.json'), 'utf8')
    expect(kept).not.toContain(cookie?.value)
    expect(kept).not.toContain(link.split('#pair=')[1])
    await stranger.close()
    await page.close()
  })

  it('says that it waits for a server that does not answer, and tries again with the same link when that failed', async () => {
    const third = await startBrowser()
    const page = await third.context.newPage()
    const held = Promise.withResolvers<void>()
    const message = 'The disk is full: ENOSPC.'
    await page.route('**/api/pair', async (route) => {
      await held.promise
      await route.fulfill({ status: 507, json: { error: { code: 'storage', message } } })
    })
    await page.goto(await createPairingLink(stage.server))
    await says(page, 'Pairing this browser')
    held.resolve()
    await says(page, 'This browser could not be paired')
    await page.getByRole('alert').getByText(message).waitFor()
    await page.unroute('**/api/pair')
    await page.getByRole('button', { name: 'Try again' }).click()
    await isIn(page)
    // One that was let in before, and hears nothing.
    await page.route('**/api/proof/nonce', () => undefined)
    await page.reload()
    await page.getByRole('status').getByText('Waiting for an answer of the server…').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/api/proof/nonce', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message } } }),
    )
    await page.reload()
    await says(page, 'The server did not let this page in')
    await page.unroute('**/api/proof/nonce')
    await page.getByRole('button', { name: 'Try again' }).click()
    await isIn(page)
    await third.close()
    await stage.call('DELETE', `/api/devices/${(await devices()).at(-1)?.deviceId}`)
  })

  it('is one device in two tabs at once, also when both open a link at the same time', async () => {
    const [first, second] = [await other.context.newPage(), await other.context.newPage()]
    const links = [await createPairingLink(stage.server), await createPairingLink(stage.server)] as const
    await Promise.all([first.goto(links[0]), second.goto(links[1])])
    await Promise.all([isIn(first), isIn(second)])
    expect(await devices()).toHaveLength(2)
    await first.close()
    await second.close()
  })

  it('leads the other names of loopback to one of them, with the secret behind the #', async () => {
    const { port } = new URL(stage.server.url)
    const page = await other.context.newPage()
    await page.goto(`http://localhost:${port}/sessions/x?y=1#z`)
    expect(page.url()).toBe(`${stage.server.url}/sessions/x?y=1#z`)
    await isIn(page)
    await page.close()
  })

  it('has a link with a QR code in Settings, once there is an address that a phone can reach', async () => {
    const page = await browser.context.newPage()
    await openPaired(page, stage.server)
    const openSettings = async () => {
      await page.goto(`${stage.server.url}/settings`)
      await page.getByRole('button', { name: 'Pair another device' }).click()
    }
    await openSettings()
    await page.getByText('These addresses lead to this machine alone.').waitFor()
    const { port } = new URL(stage.server.url)
    await stage.server.stop()
    await stage.start('--port', port, '--public-url', 'https://deck.example')
    await openSettings()
    const code = page.getByRole('img', { name: 'The pairing link as a QR code' })
    expect((await code.boundingBox())?.width).toBeGreaterThan(150)
    const links = await page.getByRole('list', { name: 'Pairing links' }).getByRole('code').allInnerTexts()
    const secret = links.find((link) => link.startsWith('https://deck.example/'))?.split('#')[1]
    const third = await startBrowser()
    const stranger = await third.context.newPage()
    await stranger.goto(`${stage.server.url}/#${secret}`)
    await isIn(stranger)
    await third.close()
    await stage.server.stop()
    await stage.start('--port', port)
    await page.close()
  })

  it('does not notice that the server was started again', async () => {
    const { port } = new URL(stage.server.url)
    const { sessionId } = await stage.startSession()
    const page = await browser.context.newPage()
    await openPaired(page, stage.server)
    await page.getByRole('list', { name: 'Sessions' }).getByRole('link').first().click()
    const status = page.getByRole('status', { name: 'Session status' })
    const connected = status.filter({ hasNotText: 'disconnected' })
    await connected.waitFor()
    await stage.server.kill()
    await status.filter({ hasText: 'disconnected' }).waitFor()
    await stage.start('--port', port)
    await connected.waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Are you back?')
    await page.getByRole('button', { name: 'Send' }).click()
    await waitFor(() => stage.received.includes('Are you back?'))
    expect(page.url()).toBe(`${stage.server.url}/sessions/${sessionId}`)
    await page.close()
  })

  it('is out at once when it is revoked, and says so', async () => {
    const page = await browser.context.newPage()
    await openPaired(page, stage.server)
    await page.getByRole('list', { name: 'Sessions' }).getByRole('link').first().click()
    await page.getByRole('status', { name: 'Session status' }).filter({ hasNotText: 'disconnected' }).waitFor()
    await page.evaluate(() =>
      localStorage.setItem('quarterdeck.decision.x.y', `{"id":"y","at":${Date.now()},"command":{"kind":"decide"}}`),
    )
    for (const { deviceId } of await devices()) await stage.call('DELETE', `/api/devices/${deviceId}`)
    await says(page, 'This browser is not paired any more')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('decision')))).toEqual([])
    // The same tab comes back with a new link.
    await page.goto(await createPairingLink(stage.server))
    await isIn(page)
    expect(await devices()).toHaveLength(1)
    await page.close()
  })
})
