import { openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeCliStage } from '../../stages/fake-cli-stage.ts'

interface Shown {
  title: string
  body: string
  tag: string
}

describe('notices in a real browser', () => {
  let stage: FakeCliStage
  let browser: TestBrowser
  let page: Page
  let cdp: CDPSession
  let registrationId = ''

  beforeAll(async () => {
    stage = await FakeCliStage.set()
    browser = await startBrowser()
    page = await browser.context.newPage()
    await openPaired(page, stage.server)
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.clear()
  })

  /** As the browser's vendor would: the page is not asked. */
  async function push(notice: object): Promise<void> {
    const origin = new URL(page.url()).origin
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(notice) })
  }

  /**
   * What a system would show. There is none here, and Chromium without one forgets notices by itself: that part alone is played, in the worker,
   * which is the page's own and gets its pushes from the browser.
   */
  async function playSystem(): Promise<void> {
    await (await worker()).evaluate(() => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: Map<string, Shown> }
      scope.shown = new Map()
      scope.registration.showNotification = async (title, { tag = '', body = '' } = {}) => {
        scope.shown.set(tag, { title, body, tag })
      }
      scope.registration.getNotifications = async (filter) =>
        [...scope.shown.values()]
          .filter(({ tag }) => filter?.tag === undefined || tag === filter.tag)
          .map((notice) => ({ ...notice, close: () => scope.shown.delete(notice.tag) })) as unknown as Notification[]
    })
  }

  /** The browser knows of it a moment before we are told. */
  async function worker(): Promise<Worker> {
    return browser.context.serviceWorkers()[0] ?? browser.context.waitForEvent('serviceworker')
  }

  async function readShown(): Promise<Shown[]> {
    return (await worker()).evaluate(() => [...(globalThis as unknown as { shown: Map<string, Shown> }).shown.values()])
  }

  /** Waits until what is shown is so. */
  async function whenShown(titles: readonly string[]): Promise<Shown[]> {
    for (;;) {
      const shown = await readShown()
      if (JSON.stringify(shown.map(({ title }) => title).sort()) === JSON.stringify([...titles].sort())) return shown
    }
  }

  it('can be turned on, says why where that is not so, and asks the browser first', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    const panel = page.getByRole('region', { name: 'Notifications' })
    await panel.getByText('This device is not told').waitFor()
    expect(await page.evaluate(() => Notification.permission)).not.toBe('granted')
    await browser.context.grantPermissions(['notifications'], { origin: new URL(page.url()).origin })
    // There is no push service here to subscribe to; the page gets as far as its worker, past the content security policy.
    await panel.getByRole('button', { name: 'Turn on notifications' }).click()
    await panel.getByRole('status').filter({ hasText: 'Asking the browser…' }).waitFor()
    const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
    expect(worker).toBe(`${new URL(page.url()).origin}/sw.js`)
  })

  it('shows what waits, takes it back when it was answered, and leaves one silent line', async () => {
    cdp = await browser.context.newCDPSession(page)
    const found = new Promise<string>((resolve) =>
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0] !== undefined) resolve(registrations[0].registrationId)
      }),
    )
    await cdp.send('ServiceWorker.enable')
    registrationId = await found
    await playSystem()
    const notice = { type: 'notice', kind: 'approval', title: 'Approval: Bash', body: 'boats · Tidy', sessionId: 's-1' }
    await push({ ...notice, tag: 'one' })
    await push({ ...notice, tag: 'two', title: 'A plan to look at', kind: 'plan' })
    const shown = await whenShown(['Approval: Bash', 'A plan to look at'])
    expect(shown).toContainEqual({ title: 'Approval: Bash', body: 'boats · Tidy', tag: 'one' })
    // Told again, by a server that was killed: it is shown once.
    await push({ ...notice, tag: 'one' })
    await push({ type: 'close', tag: 'two' })
    await whenShown(['Approval: Bash'])
    await push({ type: 'close', tag: 'one' })
    expect(await whenShown(['Quarterdeck'])).toMatchObject([{ body: expect.stringContaining('Nothing waits') }])
    await push({ ...notice, tag: 'three' })
    await whenShown(['Approval: Bash'])
    await push({ type: 'of tomorrow' })
    await whenShown(['Approval: Bash', 'Quarterdeck'])
  })

  it('opens the session when it is tapped, in the page that is there, and keeps nothing in a cache', async () => {
    await (await worker()).evaluate(() => {
      const Extendable = (globalThis as unknown as { ExtendableEvent: new (type: string) => Event }).ExtendableEvent
      const notification = { data: { sessionId: 's-1' }, close: () => undefined }
      dispatchEvent(Object.assign(new Extendable('notificationclick'), { notification }))
    })
    await page.waitForURL('**/sessions/s-1')
    expect(await page.evaluate(() => caches.keys())).toEqual([])
  })
})
