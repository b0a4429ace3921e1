import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HubStage } from '../../stages/hub-stage.ts'

const LONG = Array.from({ length: 120 }, (_, line) => `echo line ${line}`).join('\n')

describe('the page as a whole, by keyboard', () => {
  let stage: HubStage
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    stage = await HubStage.set('2.1.325')
    browser = await startBrowser()
    page = await browser.context.newPage()
    await openPaired(page, stage.server)
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.clear()
  })

  const dialog = (name: string) => page.getByRole('dialog', { name })
  const gone = (name: string) => dialog(name).waitFor({ state: 'detached' })
  const sessions = () => page.getByRole('list', { name: 'Sessions' })
  const cards = () => page.getByRole('group', { name: 'Approval: Bash' })
  const chosen = (text: string) => page.locator('.inbox-item.chosen').filter({ hasText: text }).waitFor()
  const made = (name: string) => existsSync(join(stage.project, name))

  const ids: string[] = []

  /** A session that asks whether it may run a command: the first or the second, so that few are started. */
  async function ask(prompt: string, command: string, which = 0): Promise<string> {
    stage.model.script(prompt, [{ tools: [{ name: 'Bash', input: { command } }] }, { text: 'That is all.' }])
    const known = ids[which]
    const id = known ?? (await stage.begin({ prompt }))
    ids[which] = id
    if (known !== undefined) {
      await stage.rested(id)
      await stage.send(id, prompt)
    }
    await stage.untilRow(id, ({ pending }) => pending === 1)
    return id
  }

  async function denyElsewhere(id: string): Promise<void> {
    const item = (await stage.inbox()).find(({ sessionId, requestId }) => sessionId === id && requestId !== undefined)
    const body = { request_id: item?.requestId, behavior: 'deny' }
    expect((await stage.call('POST', `/api/claude/sessions/${id}/permission`, body)).status).toBe(200)
  }

  it('starts a session by keyboard alone, in a folder that it completes, once that is trusted', async () => {
    stage.model.script('Say hello.', [{ text: 'Hello from the helm.' }])
    await page.keyboard.press('n')
    await dialog('New session').waitFor()
    // Nothing is known yet, so that it begins in the folder.
    await page.keyboard.type(`${stage.home}/`)
    await page.getByRole('listbox', { name: 'Folders' }).getByRole('option', { name: 'project' }).waitFor()
    // What is chosen fits what was typed last, however fast.
    await page.keyboard.type('proj')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox', { name: 'Project folder' }).inputValue()).toBe(stage.project)
    const trust = page.getByRole('checkbox', { name: 'I trust this folder' })
    await trust.waitFor()
    await page.getByRole('textbox', { name: 'Prompt' }).focus()
    await page.keyboard.type('Say hello.')
    // Closed by accident, it is all there again.
    await page.keyboard.press('Escape')
    await gone('New session')
    await page.keyboard.press('n')
    await page.locator('textarea:focus').waitFor()
    expect(await page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe('Say hello.')
    await trust.waitFor()
    await page.keyboard.press('Control+Enter')
    // It wants to be told first, and says so.
    await page.locator('input[type=checkbox]:focus').waitFor()
    const missing = page.getByRole('alert').filter({ hasText: 'say first that you trust this folder' })
    await missing.waitFor()
    expect(await trust.getAttribute('aria-describedby')).toBe(await missing.getAttribute('id'))
    await page.keyboard.press('Space')
    await missing.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Enter')
    await gone('New session')
    await page.getByRole('log', { name: 'Transcript' }).getByText('Hello from the helm.').waitFor()
    await page.locator('textarea:focus').waitFor()
  })

  it('says beside the folder what is wrong with it', async () => {
    await page.getByRole('button', { name: 'New session' }).click()
    const folder = page.getByRole('textbox', { name: 'Project folder' })
    await folder.fill('project')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('alert').getByText('Name the folder from / on').waitFor()
    expect(await folder.getAttribute('aria-invalid')).toBe('true')
    await folder.fill(stage.project)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await gone('New session')
  })

  it('has live sessions, projects with their sessions, and the views in its sidebar', async () => {
    await sessions().getByRole('listitem').filter({ hasText: 'Say hello.' }).filter({ hasText: 'project' }).waitFor()
    const project = page.getByRole('list', { name: 'Projects' }).getByRole('button', { name: 'project 1' })
    await project.click()
    await page.getByRole('list', { name: 'Sessions of project' }).getByText('Say hello.').waitFor()
    for (const name of ['Inbox', 'Settings', 'Help'])
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(1)
  })

  it('finds sessions and commands in the palette, and what was chosen last stands first', async () => {
    await page.keyboard.press('Control+k')
    const input = dialog('Command palette').getByRole('combobox')
    await input.waitFor()
    await page.keyboard.type('settn')
    await dialog('Command palette').getByRole('option', { name: 'Settings', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await gone('Command palette')
    await page.keyboard.press('Control+k')
    const first = dialog('Command palette').getByRole('option').first()
    expect(await first.textContent()).toContain('Settings')
    await page.keyboard.type('say hel')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.keyboard.press('Control+k')
    await dialog('Command palette').waitFor()
    await page.keyboard.press('Escape')
    await gone('Command palette')
  })

  it('lists the keys that there are, and does not take what is typed for one', async () => {
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.focus()
    await page.keyboard.type('?n')
    expect(await message.inputValue()).toBe('?n')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await message.inputValue()).toBe('')
    await message.blur()
    await page.keyboard.press('?')
    const keys = dialog('Keyboard shortcuts')
    await keys.getByText('Show or hide the panels').waitFor()
    // What is open has its own keys: `n` does nothing now.
    await page.keyboard.press('n')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await gone('Keyboard shortcuts')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Help' }).waitFor()
    await page.keyboard.press(']')
    await message.waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('/')
    await page.locator('textarea:focus').waitFor()
  })

  it('answers two sessions from the inbox with j, a and d, and a second press hits nothing', async () => {
    await ask('First wish.', 'touch first.txt')
    await ask('Second wish.', 'touch second.txt', 1)
    // Where no session is open, what waits comes first.
    await page.goto(stage.server.url)
    await page.getByRole('heading', { name: '2 wait for you' }).waitFor()
    expect(await page.getByRole('link', { name: 'Open the inbox' }).getAttribute('href')).toContain('/inbox')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.getByRole('main').locator('.waits').getByText('2 wait for you').waitFor()
    expect(await page.title()).toContain('(2)')
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('waiting')
    // The newest need stands first.
    expect(await cards().first().textContent()).toContain('touch second.txt')
    // Nothing is chosen yet: the first press shows what the next one would answer.
    await page.keyboard.press('d')
    await chosen('touch second.txt')
    expect(await cards().count()).toBe(2)
    await page.keyboard.press('j')
    await chosen('touch first.txt')
    await page.keyboard.press('a')
    await page.getByText('You allowed Bash.').waitFor()
    // That it has finished stands in its place by now; the one before it is still the one before it.
    await page.locator('.inbox-item.news').waitFor()
    await page.keyboard.press('k')
    await chosen('touch second.txt')
    await page.keyboard.press('d')
    await page.getByText('You denied Bash.').waitFor()
    await stage.until(() => made('first.txt'))
    await page.locator('main').getByText('wait for you').waitFor({ state: 'detached' })
    expect(made('second.txt')).toBe(false)
  })

  it('allows nothing by a key before the end of it was seen', async () => {
    const id = await ask('Long wish.', `${LONG}\ntouch long.txt`)
    await cards().waitFor()
    await page.keyboard.press('j')
    await chosen('echo line 0')
    await page.keyboard.press('a')
    await page.getByText('When you have read to the end of it').waitFor()
    expect((await stage.detail(id)).pending).toBe(1)
    await page.locator('button:not([aria-disabled=true])').getByText('Allow once').waitFor()
    await page.keyboard.press('a')
    await stage.until(() => made('long.txt'))
  })

  it('allows all that ask the very same at once, and says who answered elsewhere', async () => {
    await ask('Same one.', 'touch same.txt')
    await ask('Same two.', 'touch same.txt', 1)
    const all = page.getByRole('button', { name: 'Allow all 2 like this' })
    // What is allowed was seen to its end.
    const seen = page.locator('section.inbox-item').filter({ has: all }).first()
    await seen.getByText('Read to the end of it first').waitFor({ state: 'detached' })
    await all.first().click()
    for (const id of ids) await stage.rested(id)
    const other = await ask('Other wish.', 'touch other.txt')
    await cards().getByText('touch other.txt').waitFor()
    await denyElsewhere(other)
    await page.getByText('Denied by a program.').waitFor()
    await cards().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mark 2 as read' }).click()
    await page.getByRole('button', { name: 'Mark as read' }).first().waitFor({ state: 'detached' })
  })

  it('has what is said, asked and written in one column, with its dialogs in the middle of the window', async () => {
    const id = await ask('Column wish.', 'touch column.txt')
    await page.goto(`${stage.server.url}/sessions/${id}`)
    await cards().waitFor()
    const parts = ['.transcript-row', '.card', '.composer textarea', '.composer-foot', '.status-facts']
    const edges = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((part) => {
          const { left, right } = part.getBoundingClientRect()
          return [Math.round(left), Math.round(right)]
        })
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(size)
      // The panels come when they are loaded, and the column moves with them.
      const findEdges = async () => new Set((await Promise.all(parts.map(edges))).map(String)).size
      await expect.poll(findEdges, { message: JSON.stringify(size) }).toBe(1)
    }
    // All of a card is seen, its lower edge too, and what answers it.
    await page.setViewportSize({ width: 1280, height: 640 })
    await page.getByRole('textbox', { name: 'Edit input' }).focus()
    const [list, card, allow] = await Promise.all(
      ['.cards-list', '.card', '.card-buttons > .primary'].map((part) => page.locator(part).boundingBox()),
    )
    const end = (box: typeof list) => Math.round((box?.y ?? 0) + (box?.height ?? 0))
    expect(end(card)).toBeLessThanOrEqual(end(list))
    expect(end(card) - end(allow)).toBe(13)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('textbox', { name: 'Message' }).fill('/model')
    await page.keyboard.press('Enter')
    const box = await dialog('Model and effort').boundingBox()
    expect(box?.y).toBeGreaterThan(16)
    expect(Math.abs(2 * (box?.y ?? 0) + (box?.height ?? 0) - 800)).toBeLessThanOrEqual(2)
    await page.keyboard.press('Escape')
    await denyElsewhere(id)
    await page.getByRole('link', { name: 'Inbox' }).click()
  })

  it('is the same on a phone that lies on its side: one column, all in the window, and large enough for a thumb', async () => {
    const id = await ask('Lying wish.', 'touch lying.txt')
    const phone = await startBrowser({ phone: true })
    const small = await phone.context.newPage()
    await openPaired(small, stage.server)
    await small.goto(`${stage.server.url}/inbox`)
    const link = small.getByRole('main').getByRole('link').first()
    await link.waitFor()
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    for (const [width, height] of [
      [844, 390],
      [740, 360],
    ] as const) {
      await small.setViewportSize({ width, height })
      await small.goto(`${stage.server.url}/sessions/${id}`)
      await small.getByRole('button', { name: 'Menu' }).waitFor()
      const isInside = async (name: string) => {
        const {
          x,
          y,
          width: wide,
          height: high,
        } = (await small.getByRole('button', { name }).boundingBox()) ?? {
          ...{ x: -1, y: -1, width: 0, height: 0 },
        }
        expect(high, name).toBeGreaterThanOrEqual(44)
        expect(x >= 0 && y >= 0 && x + wide <= width && y + high <= height, `${name} at ${y} of ${height}`).toBe(true)
      }
      for (const name of ['Put aside', 'Deny', 'Allow once']) await isInside(name)
      await small.getByRole('button', { name: 'Put aside' }).click()
      for (const name of ['Stop', 'Send']) await isInside(name)
    }
    // Upright, with its keyboard up: whoever writes has the room of the head, and nothing moves below a thumb.
    await small.setViewportSize({ width: 390, height: 500 })
    const [actions, send] = ['Actions', 'Send'].map((name) => small.getByRole('button', { name, exact: true }))
    await actions?.waitFor()
    const place = await send?.boundingBox()
    await small.getByRole('textbox', { name: 'Message' }).focus()
    await actions?.waitFor({ state: 'hidden' })
    expect(await send?.boundingBox()).toEqual(place)
    await phone.close()
    await denyElsewhere(id)
    const read = page.getByRole('button', { name: 'Mark as read' })
    await read.click()
    await read.waitFor({ state: 'detached' })
  })

  it('keeps settings over a reload, and on a phone, whose menu holds the focus and closes by Escape', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('checkbox', { name: 'Enter sends' }).uncheck()
    await page.getByRole('combobox', { name: 'Effort' }).selectOption('high')
    const key = page.getByRole('button', { name: /^Key for New session/ })
    await key.click()
    // Another has it.
    await page.keyboard.press('?')
    await page.getByRole('alert').getByText('Keyboard shortcuts').waitFor()
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Key for New session: w', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Settings' }).click()
    await page.keyboard.press('w')
    await page.getByRole('dialog', { name: 'New session' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Usual key for New session' }).click()
    await page.getByRole('button', { name: 'Key for New session: n or Mod+Shift+o', exact: true }).waitFor()
    const scheme = () => getComputedStyle(document.documentElement).colorScheme
    await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
    await stage.until(async () => {
      const { common } = (await stage.call('GET', '/api/preferences')).body as { common: object }
      return isDeepStrictEqual(common, { theme: 'dark', enterToSend: false, defaultEffort: 'high', keys: {} })
    })
    await page.reload({ waitUntil: 'commit' })
    await page.waitForLoadState('domcontentloaded')
    // Before the page has asked anybody.
    expect(await page.evaluate(scheme)).toBe('dark')
    await page.getByRole('checkbox', { name: 'Enter sends' }).waitFor()
    await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('.toggle input:not(:checked)')?.checked)

    const phone = await startBrowser({ phone: true })
    const small = await phone.context.newPage()
    await openPaired(small, stage.server)
    await small.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
    await small.getByRole('list', { name: 'Sessions' }).getByText('Say hello.').click()
    await small.getByRole('textbox', { name: 'Message' }).waitFor()
    await small.getByRole('button', { name: 'Menu' }).click()
    const menu = small.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Settings' }).waitFor()
    for (let press = 0; press < 3; press++) await small.keyboard.press('Shift+Tab')
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await small.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // The palette has all of the screen, and a way out without a key.
    await small.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('button', { name: 'Find anything' }).click()
    const palette = small.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('button', { name: 'Close' }).click()
    await palette.waitFor({ state: 'detached' })
    await small.getByRole('link', { name: 'Inbox' }).click()
    await small.getByText('Nothing waits for you.').waitFor()
    await phone.close()
  })
})
