import { openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import type { Locator, Page } from 'playwright-core'
import { HubStage } from './hub-stage.ts'

/** The built server on a real CLI, and one browser that is let in. */
export class PageStage {
  readonly hub: HubStage
  readonly browser: TestBrowser
  readonly page: Page

  private constructor(hub: HubStage, browser: TestBrowser, page: Page) {
    this.hub = hub
    this.browser = browser
    this.page = page
  }

  static async set(
    version: string,
    args: readonly string[] = [],
    env: Record<string, string> = {},
  ): Promise<PageStage> {
    const hub = await HubStage.set(version, args, env)
    const browser = await startBrowser()
    const page = await browser.context.newPage()
    // A limit against hanging, not a bar: a step that fails should not hold up the others.
    page.setDefaultTimeout(20_000)
    await openPaired(page, hub.server)
    return new PageStage(hub, browser, page)
  }

  async clear(): Promise<void> {
    await this.browser.close()
    await this.hub.clear()
  }

  /** Shows a session, without a reload of the page. */
  async show(sessionId: string): Promise<void> {
    await this.page.goto(`${this.hub.server.url}/sessions/${sessionId}`)
    await this.message.waitFor()
    await this.isRead()
  }

  /** All of the session is there, and not what the list says of it alone. */
  async isRead(): Promise<void> {
    await this.page.locator('[role=log][aria-label=Transcript][aria-busy=false]').waitFor()
  }

  get message(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true })
  }

  get transcript(): Locator {
    return this.page.getByRole('log', { name: 'Transcript' })
  }

  get status(): Locator {
    return this.page.getByRole('status', { name: 'Session status' })
  }

  async says(text: string): Promise<void> {
    await this.transcript.getByText(text).first().waitFor()
  }

  async isStatus(text: string): Promise<void> {
    await this.status.filter({ hasText: text }).waitFor()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
