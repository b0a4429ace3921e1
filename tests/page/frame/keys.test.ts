import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('the keys that people know from elsewhere, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let id: string

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    id = await stage.hub.converse('Something to look at.')
    await stage.show(id)
    await stage.isStatus('idle')
    // That it runs is told by the list, which may come later than the session.
    await stage.button('End').waitFor()
  })
  afterAll(() => stage.clear())

  const readMode = () => stage.page.getByRole('combobox', { name: 'Permission mode' }).inputValue()

  it('go through the permission modes while a message is written, and anywhere', async () => {
    const { page, message } = stage
    await message.fill('Half a sentence')
    expect(await readMode()).toBe('default')
    await page.keyboard.press('Shift+Tab')
    await expect.poll(readMode).toBe('acceptEdits')
    await page.keyboard.press('Alt+m')
    await expect.poll(readMode).toBe('plan')
    await page.getByRole('log', { name: 'Transcript' }).focus()
    await page.keyboard.press('Alt+m')
    await expect.poll(readMode).toBe('default')
    // Elsewhere it goes back to what was in focus before.
    await page.keyboard.press('Shift+Tab')
    expect(await readMode()).toBe('default')
    expect(await message.inputValue()).toBe('Half a sentence')
  })

  it('list the commands, and leave what is written', async () => {
    const { page, message } = stage
    await page.getByRole('log', { name: 'Transcript' }).focus()
    await page.keyboard.press('Control+/')
    expect(await message.inputValue()).toBe('Half a sentence')
    await message.fill('')
    await page.keyboard.press('Control+/')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
    expect(await message.inputValue()).toBe('/')
    await message.fill('')
  })

  it('open a new session, and the sessions of the list by their place', async () => {
    const { page, message, hub } = stage
    await message.focus()
    await page.keyboard.press('Control+Shift+O')
    await page.getByRole('dialog', { name: 'New session' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${hub.server.url}/inbox`)
    await page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first().waitFor()
    await page.keyboard.press('Alt+1')
    await page.waitForURL(`**/sessions/${id}`)
  })

  it('are given anew in Settings, also those of a session and of the inbox, and not where two would be heard', async () => {
    const { page } = stage
    await page.getByRole('link', { name: 'Settings' }).click()
    const give = async (name: string, key: string) => {
      await page.getByRole('button', { name: new RegExp(`^Key for ${name}:`) }).click()
      await page.keyboard.press(key)
    }
    await give('Show or hide the panels', 'n')
    await page.getByRole('alert').getByText('This key is used already: New session.').waitFor()
    // Heard in the inbox and in lists alone.
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Key for Show or hide the panels: j', exact: true }).waitFor()
    await give('Fork this session', 'j')
    await page.getByRole('alert').getByText('This key is used already: Show or hide the panels.').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${stage.hub.server.url}/sessions/${id}`)
    const panels = page.getByRole('button', { name: 'Panels', exact: true })
    await panels.waitFor()
    const areOpen = () => panels.getAttribute('aria-expanded')
    const before = await areOpen()
    await page.getByRole('log', { name: 'Transcript' }).focus()
    await page.keyboard.press('p')
    await page.keyboard.press('j')
    await expect.poll(areOpen).toBe(before === 'true' ? 'false' : 'true')
    await page.keyboard.press('j')
    await expect.poll(areOpen).toBe(before)
  })

  it('open a panel by an Enter that is held for long, and leave it open', async () => {
    const { page, message } = stage
    const panel = page.getByRole('dialog', { name: 'Status' })
    await message.fill('/status')
    await page.keyboard.press('Enter')
    await panel.waitFor()
    await page.keyboard.press('Enter')
    await panel.waitFor({ state: 'detached' })
    // Now that it is loaded it comes at once. Pressed again without being let go, as a key does that repeats.
    await message.fill('/status')
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await panel.count()).toBe(1)
    await page.keyboard.press('Enter')
    await panel.waitFor({ state: 'detached' })
  })
})
