import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command } }] })

describe('the focus, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let turns = 0

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  /** What has the focus, by its name, its words or its kind. */
  const focused = () =>
    stage.page.evaluate(() => {
      const { ariaLabel, textContent, tagName } = document.activeElement as HTMLElement
      return tagName === 'BODY' ? 'BODY' : ariaLabel || (textContent ?? '').slice(0, 40) || tagName
    })
  async function work(): Promise<string> {
    const prompt = `Go on ${turns++}.`
    stage.hub.model.script(prompt, [{ text: 'One moment please.', holdAfterDeltas: 1 }])
    const id = await stage.hub.begin({ prompt })
    await stage.hub.model.holding()
    await stage.show(id)
    await stage.isStatus('working')
    return id
  }

  it('goes back to what it came from after Rename and Find, so that the next Escape is no surprise', async () => {
    const { page, hub } = stage
    await work()
    await stage.button('Rename').press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Rename')
    await stage.message.focus()
    await page.keyboard.press('ControlOrMeta+f')
    await page.getByRole('searchbox', { name: 'Find in session' }).fill('moment')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Message')
    await stage.button('More').press('Enter')
    await page.getByRole('menuitem', { name: 'Find in session' }).press('Enter')
    await page.getByRole('searchbox', { name: 'Find in session' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('More')
    await stage.isStatus('working')
    hub.model.release()
    await stage.isStatus('idle')
  })

  it('goes to the next row when one is archived by its menu', async () => {
    const { page, hub } = stage
    for (const prompt of ['Oldest one.', 'Middle one.', 'Newest one.']) await hub.converse(prompt)
    await page.goto(`${hub.server.url}/sessions`)
    const table = page.getByRole('table', { name: 'All sessions' })
    await table.getByRole('button', { name: 'Actions for Middle one.' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
    await table.getByRole('link', { name: 'Middle one.' }).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Oldest one.')
  })

  it('stays in the list when an item of the inbox was answered by a key, and a second press answers nothing', async () => {
    const { page, hub } = stage
    for (const name of ['red', 'blue', 'green']) {
      hub.model.script(`Make ${name}.`, [bash(`touch ${name}.txt`), { text: 'Well.' }])
      await hub.begin({ prompt: `Make ${name}.` })
    }
    await hub.until(async () => (await hub.inbox()).filter(({ requestId }) => requestId !== undefined).length === 3)
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    const cards = page.getByRole('group', { name: 'Approval: Bash' })
    await expect.poll(() => cards.count()).toBe(3)
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await expect.poll(() => cards.count()).toBe(2)
    const isList = () => page.evaluate(() => document.activeElement?.className)
    await expect.poll(isList).toBe('inbox-list')
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    await page.locator('.inbox-item.chosen').waitFor()
    expect(await cards.count()).toBe(2)
    await page.keyboard.press('a')
    await expect.poll(() => cards.count()).toBe(1)
    await expect.poll(isList).toBe('inbox-list')
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await expect.poll(() => cards.count()).toBe(0)
  })

  it('is on Cancel when End asks what may be stopped; then the session says that it ends, and that it has', async () => {
    const { page, hub } = stage
    const id = await work()
    await stage.message.fill('Later.')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Queued messages' }).getByText('Later.').waitFor()
    const dialog = page.getByRole('dialog', { name: 'End this session?' })
    await stage.button('End').press('Enter')
    await dialog.getByText('The turn that runs is stopped.').waitFor()
    await dialog.getByText('A message waits').waitFor()
    expect(await focused()).toBe('Cancel')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused()).toBe('End')
    await stage.isStatus('working')
    await stage.button('End').press('Enter')
    await dialog.getByRole('button', { name: 'End it' }).press('Enter')
    await stage.isStatus('ending…')
    await stage.button('Ending…').waitFor()
    await stage.isStatus('disconnected · ended')
    await page.getByPlaceholder('Message — it starts the session again').waitFor()
    await expect.poll(focused).toBe('Message')
    hub.model.release()
    // What waited is not lost, and goes out when a person says so.
    hub.model.script('Later.', [{ text: 'Now, that is.' }])
    await stage.button('Resume').click()
    await hub.untilRow(id, ({ live }) => live)
    await stage.button('Send held message').press('Enter')
    await expect.poll(focused).toBe('Message')
    await stage.says('Now, that is.')
    await stage.isStatus('idle')
    await stage.button('End').press('Enter')
    await stage.isStatus('disconnected · ended')
    expect(await dialog.count()).toBe(0)
    expect((await hub.detail(id)).live).toBe(false)
  })

  it('leaves /memory by Escape with what was written there kept, until it is saved or dropped', async () => {
    const { page, hub } = stage
    const path = join(hub.project, 'CLAUDE.md')
    writeFileSync(path, 'Be kind.')
    await stage.show(await hub.converse('Something.'))
    const panel = page.getByRole('dialog', { name: 'Memory' })
    const words = panel.getByRole('textbox', { name: 'What it says' })
    const open = async () => {
      await stage.message.fill('/memory')
      await page.keyboard.press('Enter')
      await words.waitFor()
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
    }
    await open()
    await words.fill('Be kind, always.')
    await close()
    await page.reload()
    await open()
    await panel.getByText('Not saved yet').waitFor()
    expect(await words.inputValue()).toBe('Be kind, always.')
    await panel.getByRole('button', { name: 'Drop them' }).click()
    expect(await words.inputValue()).toBe('Be kind.')
    await words.fill('Be brief.')
    await close()
    await open()
    await stage.button('Save').click()
    await panel.getByText('Saved.').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('Be brief.')
    await close()
    await open()
    expect(await words.inputValue()).toBe('Be brief.')
    expect(await panel.getByText('Not saved yet').count()).toBe(0)
    await close()
  })

  it('of the eye stays, too: a session is at the place where it was left, unless that was its end', async () => {
    const { page, hub } = stage
    const paragraphs = (word: string) => Array.from({ length: 60 }, (_, at) => `${word} paragraph ${at}.`).join('\n\n')
    for (const word of ['One', 'Two', 'Three']) hub.model.script(`${word}, long.`, [{ text: paragraphs(word) }])
    const id = await hub.converse('One, long.')
    await hub.ask(id, 'Two, long.')
    await hub.ask(id, 'Three, long.')
    const other = await hub.converse('Elsewhere.')
    const link = (to: string) => page.locator(`a.session-link[href$="/sessions/${to}"]`).first()
    const elsewhere = async () => {
      await link(other).click()
      await stage.says('Elsewhere.')
      await link(id).click()
    }
    await stage.show(id)
    await stage.says('Three paragraph 59.')
    const top = (words: string) =>
      stage.transcript
        .getByText(words, { exact: true })
        .evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const isAtEnd = async () => {
      const last = stage.transcript.getByText('Three paragraph 59.', { exact: true })
      const log = await stage.transcript.boundingBox()
      const end = (log?.y ?? 0) + (log?.height ?? 0)
      await expect.poll(async () => ((await last.boundingBox())?.y ?? Number.POSITIVE_INFINITY) < end).toBe(true)
      await stage.button('Jump to latest').waitFor({ state: 'detached' })
    }
    await elsewhere()
    await isAtEnd()
    await stage.transcript.evaluate((log) => log.scrollTo({ top: log.scrollHeight / 2 }))
    await stage.says('Two paragraph 30.')
    await stage.button('Jump to latest').waitFor()
    // Until what was scrolled to is drawn.
    let before = Number.NaN
    await expect
      .poll(async () => {
        const last = before
        before = await top('Two paragraph 30.')
        return before === last
      })
      .toBe(true)
    await elsewhere()
    await expect.poll(() => top('Two paragraph 30.')).toBe(before)
    // By the browser's own way back as well.
    await link(other).click()
    await stage.says('Elsewhere.')
    await page.goBack()
    await expect.poll(() => top('Two paragraph 30.')).toBe(before)
    await stage.button('Jump to latest').click()
    await stage.button('Jump to latest').waitFor({ state: 'detached' })
    await elsewhere()
    await isAtEnd()
  })
})
