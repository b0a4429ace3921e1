import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('keys of every keyboard, with the real CLI 2.1.325 in a real browser', () => {
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
  beforeEach(async () => {
    await stage.message.fill('')
    await stage.message.focus()
  })

  const palette = () => stage.page.getByRole('dialog', { name: 'Command palette' })
  const search = () => stage.page.getByRole('combobox', { name: 'Find an earlier prompt' })
  type Press = Partial<Record<'ctrlKey' | 'altKey' | 'repeat', boolean>> & {
    key: string
    code: string
    keyCode?: number
  }
  const press = (init: Press) =>
    stage.page.evaluate((wanted) => {
      const event = new KeyboardEvent('keydown', { ...wanted, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, init)

  it('do what they do on an English one, with Cyrillic letters and with Option on a Mac', async () => {
    const { page } = stage
    await press({ key: 'л', code: 'KeyK', ctrlKey: true })
    await palette().waitFor()
    await press({ key: 'л', code: 'KeyK', ctrlKey: true })
    await palette().waitFor({ state: 'detached' })
    await press({ key: 'к', code: 'KeyR', ctrlKey: true })
    await search().waitFor()
    await page.keyboard.press('Escape')
    const mode = page.getByRole('combobox', { name: 'Permission mode' })
    await press({ key: 'µ', code: 'KeyM', altKey: true })
    await expect.poll(() => mode.inputValue()).toBe('acceptEdits')
    const panels = stage.button('Panels')
    const before = await panels.getAttribute('aria-expanded')
    await stage.transcript.focus()
    await press({ key: 'з', code: 'KeyP' })
    await expect.poll(() => panels.getAttribute('aria-expanded')).toBe(before === 'true' ? 'false' : 'true')
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await press({ key: '¡', code: 'Digit1', altKey: true })
    await page.waitForURL(`**/sessions/${id}`)
    await stage.message.waitFor()
  })

  it('choose nothing while a word is composed, also where its code alone says so, as in Safari', async () => {
    const { page } = stage
    await page.keyboard.press('Control+r')
    await page.getByRole('option', { name: 'Something to look at.' }).waitFor()
    await press({ key: 'Enter', code: 'Enter', keyCode: 229 })
    expect(await stage.message.inputValue()).toBe('')
    expect(await search().count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await palette().getByRole('option').first().waitFor()
    await press({ key: 'Enter', code: 'Enter', keyCode: 229 })
    expect(await palette().count()).toBe(1)
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  })

  it('that are held clear and stop nothing: only a fresh Escape does', async () => {
    const { page, message, hub } = stage
    hub.model.script('Hold on.', [{ text: 'One moment please, this takes a while.', holdAfterDeltas: 1 }])
    await message.fill('Hold on.')
    await page.keyboard.press('Enter')
    await hub.model.holding()
    await stage.isStatus('working')
    await message.fill('/status')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Status' })
    await panel.waitFor()
    // What was written before is there again in the moment the panel is closed.
    await message.evaluate((field: HTMLTextAreaElement) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
      set?.call(field, 'A draft to keep')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    for (let times = 0; times < 4; times += 1) await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await message.inputValue()).toBe('A draft to keep')
    await page.keyboard.down('Escape')
    expect(await message.inputValue()).toBe('')
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    await stage.isStatus('working')
    // The Enter that opens a queued message is not the one that saves it.
    await message.fill('For later')
    await page.keyboard.press('Enter')
    await stage.button('Edit: For later').focus()
    const field = page.getByRole('textbox', { name: 'Edit queued message' })
    await page.keyboard.down('Enter')
    await field.waitFor()
    for (const key of ['Enter', 'Escape'] as const) await press({ key, code: key, repeat: true })
    expect(await field.isEditable()).toBe(true)
    await page.keyboard.up('Enter')
    await field.press('Escape')
    await stage.button('Cancel: For later').click()
    hub.model.release()
    await stage.says('this takes a while.')
    await stage.isStatus('idle')
  })

  it('that are held send, choose and replace nothing either', async () => {
    const { page, message } = stage
    await page.getByRole('button', { name: 'Find anything' }).focus()
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await palette().waitFor()
    expect(await palette().count()).toBe(1)
    await page.keyboard.press('Escape')
    await message.fill('Not sent yet')
    await stage.button('Earlier').focus()
    await page.keyboard.down('Enter')
    await page.getByRole('option', { name: 'Something to look at.' }).waitFor()
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await search().count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await message.inputValue()).toBe('Not sent yet')
    await message.press('Control+k')
    await palette().getByRole('combobox').fill('Something to look at')
    await palette().getByRole('option', { name: 'Something to look at.' }).first().waitFor()
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await palette().waitFor({ state: 'detached' })
    await message.focus()
    await press({ key: 'Enter', code: 'Enter', repeat: true })
    expect(await message.inputValue()).toBe('Not sent yet')
  })
})
