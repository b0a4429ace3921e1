import { openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { AskingStage } from './asking-stage.ts'
import { toHostileLines } from './hostile-lines.ts'
import { type Payloads, toPayloads, UNSEEN } from './hostile-payloads.ts'
import { type Beacon, findIntruders, startBeacon, watchPage } from './page-watch.ts'

const VIEWS = ['/', '/inbox', '/sessions', '/search?q=window', '/usage', '/files', '/prompts', '/settings', '/help']
/** As many prompts as the hostile lines hold. */
const PROMPTS = 7

/** A page before which a hostile CLI says whatever it likes, and somebody who notes what comes of it. */
export class PageAttacks {
  readonly stage: AskingStage
  readonly page: Page
  readonly payloads: Payloads
  /** What went wrong so far. */
  readonly wrong: string[]
  readonly #browser: TestBrowser
  readonly #beacon: Beacon

  private constructor(stage: AskingStage, browser: TestBrowser, page: Page, beacon: Beacon, wrong: string[]) {
    this.stage = stage
    this.page = page
    this.wrong = wrong
    this.#browser = browser
    this.#beacon = beacon
    this.payloads = toPayloads(beacon.url)
  }

  static async set({ withoutCsp = false } = {}): Promise<PageAttacks> {
    const stage = await AskingStage.set('--max-live', '100')
    const beacon = await startBeacon()
    const browser = await startBrowser({ withoutCsp })
    const page = await browser.context.newPage()
    page.setDefaultTimeout(30_000)
    const wrong = await watchPage(page, new URL(stage.server.url).origin)
    await openPaired(page, stage.server)
    return new PageAttacks(stage, browser, page, beacon, wrong)
  }

  async clear(): Promise<void> {
    await this.#browser.close()
    this.#beacon.close()
    await this.stage.clear()
  }

  /** Shows a session in which every field holds the text, opens all that can be opened, and looks at it. */
  async showEverywhere(text: string): Promise<string> {
    const sessionId = await this.stage.play(text, toHostileLines(text))
    await this.page.goto(`${this.stage.server.url}/sessions/${sessionId}`)
    await this.page.getByRole('button', { name: /Submit answers/ }).waitFor()
    await this.page.waitForFunction((count) => document.querySelectorAll('.card').length === count, PROMPTS)
    await this.#readTranscript(text)
    await this.#look(`the session with ${JSON.stringify(text)}`)
    return sessionId
  }

  /** Everything that lists sessions, prompts and files, with all that was shown before. */
  async showViews(): Promise<void> {
    for (const view of VIEWS) {
      await this.page.goto(this.stage.server.url + view)
      await this.page.locator('main:not([aria-busy])').first().waitFor()
      await this.#look(view)
    }
  }

  /** From the end to the beginning, with everything open that can be: rows that nobody sees are not drawn. */
  async #readTranscript(text: string): Promise<void> {
    for (let step = 0; step < 60; step++) {
      const isAtStart = await this.page.evaluate(async () => {
        for (const details of document.querySelectorAll('details')) details.open = true
        const log = document.querySelector('[role=log]')
        const box = [log, ...(log?.querySelectorAll('*') ?? [])].find(
          (each) => each && each.scrollHeight > each.clientHeight + 8 && getComputedStyle(each).overflowY === 'auto',
        )
        if (!box) return true
        const before = box.scrollTop
        box.scrollTop = before - box.clientHeight
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        return box.scrollTop <= 0 && before <= 0
      })
      await this.#look(`row ${step} with ${JSON.stringify(text)}`)
      if (isAtStart) return
    }
  }

  async #look(where: string): Promise<void> {
    const found = [...(await this.page.evaluate(findIntruders)), ...this.#beacon.hits.splice(0)]
    if ((await this.page.getByText('could not be shown').count()) > 0) found.push('it could not be shown')
    this.wrong.push(...[...new Set(found)].map((what) => `${where}: ${what}`))
    // What is asked, what was run and what came of it; in prose, writing from right to left has its place.
    const texts = await this.page
      .locator('.card, .tool summary, .tool pre, .tool code, .transcript-row :is(p, summary, pre):not(.markdown *)')
      .allTextContents()
    const unseen = texts.find((each) => UNSEEN.test(each))
    if (unseen !== undefined) this.wrong.push(`${where}: what nobody can see: ${JSON.stringify(unseen.slice(0, 200))}`)
  }
}
