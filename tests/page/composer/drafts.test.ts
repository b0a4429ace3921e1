import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('what is being written, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let id: string

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    id = await stage.hub.converse('First words.')
    await stage.show(id)
    await stage.isStatus('idle')
  })
  afterAll(() => stage.clear())

  it('is the same in two tabs: none brings back what was sent in the other, or takes away what is written there', async () => {
    const { page, message, hub, browser } = stage
    const other = await browser.context.newPage()
    other.setDefaultTimeout(20_000)
    await other.goto(page.url())
    const field = other.getByRole('textbox', { name: 'Message', exact: true })
    await field.waitFor()
    await message.fill('Written in one tab')
    await expect.poll(() => field.inputValue()).toBe('Written in one tab')
    await field.fill('Written in two tabs')
    await expect.poll(() => message.inputValue()).toBe('Written in two tabs')
    hub.model.script('Written in two tabs', [{ text: 'Read once.' }])
    await field.press('Enter')
    await expect.poll(() => message.inputValue()).toBe('')
    await page.reload()
    await stage.says('Read once.')
    expect(await message.inputValue()).toBe('')
    await field.fill('Kept by the other')
    await expect.poll(() => message.inputValue()).toBe('Kept by the other')
    await page.goto(`${hub.server.url}/inbox`)
    await other.reload()
    await field.waitFor()
    expect(await field.inputValue()).toBe('Kept by the other')
    await field.fill('')
    await other.close()
    await stage.show(id)
    expect(await message.inputValue()).toBe('')
  })

  it('goes out without a file that never arrives: its reading is cancelled, and the words stay', async () => {
    const { page, message, hub } = stage
    const letGo: (() => void)[] = []
    await page.route('**/api/uploads*', async (route) => {
      await new Promise<void>((resolve) => letGo.push(resolve))
      await route.abort().catch(() => undefined)
    })
    await message.fill('Words to keep')
    const choosing = page.waitForEvent('filechooser')
    await stage.button('Attach').click()
    const buffer = Buffer.from('one\n')
    await (await choosing).setFiles(['one.txt', 'two.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer })))
    await page.getByRole('status').getByText('Reading 2 files…').waitFor()
    await expect.poll(() => letGo.length).toBe(1)
    expect(await stage.button('Send').isDisabled()).toBe(true)
    await stage.button('Cancel reading 2 files').click()
    await page.getByRole('list', { name: 'Attachments' }).waitFor({ state: 'detached' })
    expect(await message.inputValue()).toBe('Words to keep')
    expect(await message.evaluate((field) => field === document.activeElement)).toBe(true)
    hub.model.script('Words to keep', [{ text: 'Kept.' }])
    await stage.button('Send').click()
    await stage.says('Kept.')
    await stage.isStatus('idle')
    for (const go of letGo) go()
    await page.unroute('**/api/uploads*')
    // The next file, and what becomes of the first, is nobody's trouble.
    expect(letGo).toHaveLength(1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('comes back where an earlier prompt took its place: among them, and with ↑', async () => {
    const { page, message } = stage
    await message.fill('A draft that is dear')
    await stage.button('Earlier').click()
    await page.getByRole('option', { name: 'First words.' }).click()
    expect(await message.inputValue()).toBe('First words.')
    await stage.button('Earlier').click()
    await page.getByRole('listbox', { name: 'Earlier prompts' }).getByRole('option').first().click()
    expect(await message.inputValue()).toBe('A draft that is dear')
    await stage.button('Earlier').click()
    await page.getByRole('option', { name: 'First words.' }).click()
    await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 0))
    await message.press('ArrowUp')
    expect(await message.inputValue()).toBe('A draft that is dear')
    await message.fill('')
  })
})
