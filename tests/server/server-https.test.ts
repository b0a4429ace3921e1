import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificate, createPairingLink, openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeCliStage, waitFor } from '../stages/fake-cli-stage.ts'

const NAMES = ['localhost', 'deck.test']

describe('a server with a certificate of its own, in a real browser', () => {
  let stage: FakeCliStage
  let browser: TestBrowser
  let port: string
  const { cert, key } = createCertificate(NAMES)

  beforeAll(async () => {
    stage = await FakeCliStage.set()
    await stage.server.stop()
    ;({ port } = new URL(stage.server.url))
    const [certFile, keyFile] = [join(stage.home, 'cert.pem'), join(stage.home, 'key.pem')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key, { mode: 0o600 })
    const flags = ['--tls-cert', certFile, '--tls-key', keyFile, '--public-url', `https://deck.test:${port}`]
    await stage.start('--port', port, ...flags)
    browser = await startBrowser({ names: ['deck.test'], trusted: cert })
  })
  afterAll(async () => {
    await browser.close()
    await stage.clear()
  })

  it('pairs by its link, holds a conversation over its socket, and is a place that a worker can live in', async () => {
    const page = await browser.context.newPage()
    const insecure: string[] = []
    page.on('request', (request) => {
      if (!/^(https|wss|data|blob):/.test(request.url())) insecure.push(request.url())
    })
    // Through the public name, as people on other machines do.
    expect(await createPairingLink(stage.server)).toMatch(/^https:\/\/deck\.test:\d+\/#pair=/)
    await openPaired(page, stage.server)
    expect(new URL(page.url()).origin).toBe(`https://deck.test:${port}`)
    expect(await page.evaluate(() => isSecureContext)).toBe(true)

    await page.getByRole('button', { name: 'New session' }).click()
    const dialog = page.getByRole('dialog', { name: 'New session' })
    await dialog.getByRole('textbox', { name: 'Project folder' }).fill(stage.project)
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Hello over TLS.')
    await dialog.getByRole('checkbox', { name: 'I trust this folder' }).check()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await waitFor(() => stage.received.includes('Hello over TLS.'))
    const status = page.getByRole('status', { name: 'Session status' })
    await status.filter({ hasNotText: 'disconnected' }).waitFor()

    const cookies = await browser.context.cookies(page.url())
    expect(cookies).toMatchObject([{ secure: true, httpOnly: true, sameSite: 'Strict', domain: 'deck.test' }])
    await page.reload()
    await status.filter({ hasNotText: 'disconnected' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await browser.context.grantPermissions(['notifications'], { origin: `https://deck.test:${port}` })
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
    expect(worker).toBe(`https://deck.test:${port}/sw.js`)
    expect(insecure).toEqual([])
    await page.close()
  })

  it('is also there by the name of this machine, with a pairing of its own', async () => {
    const page = await browser.context.newPage()
    await page.goto(`https://localhost:${port}/`)
    await page.getByRole('heading', { name: 'This browser is not paired' }).waitFor()
    await page.goto('about:blank')
    await page.goto(`https://localhost:${port}/#pair=${(await createPairingLink(stage.server)).split('#pair=')[1]}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    await page.close()
  })

  it('is refused by a browser that does not trust it, and speaks with nobody in the clear', async () => {
    const stranger = await startBrowser({ names: ['deck.test'] })
    try {
      const page = await stranger.context.newPage()
      await expect(page.goto(`https://deck.test:${port}/`)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')
      await expect(page.goto(`http://deck.test:${port}/`)).rejects.toThrow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION/)
    } finally {
      await stranger.close()
    }
  })
})
