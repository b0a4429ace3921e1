import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPaired, startBrowser, startServer, type TestBrowser, type TestServer } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const FINGER_PX = 44

describe('usage on a phone', () => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-phone-'))
  let server: TestServer
  let browser: TestBrowser

  beforeAll(async () => {
    server = await startServer({ data: join(home, 'data'), env: { HOME: home, PATH: '/nowhere' }, args: ['--demo'] })
    browser = await startBrowser({ phone: true })
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  it('has links to sessions as high as a finger, and nothing wider than the screen', async () => {
    const page = await browser.context.newPage()
    await openPaired(page, server)
    await page.goto(`${server.url}/usage?range=all`)
    const links = page.getByRole('figure').getByRole('listitem').getByRole('link')
    await links.first().waitFor()
    for (const link of await links.all()) {
      const box = await link.boundingBox()
      expect(box?.height, await link.innerText()).toBeGreaterThanOrEqual(FINGER_PX)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })
})
