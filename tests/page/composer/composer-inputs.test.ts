import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('what comes into the composer by other ways than typing, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    await stage.show(await stage.hub.converse('First words.'))
    await stage.isStatus('idle')
  })
  afterAll(() => stage.clear())

  it('is a picture that is pasted, beside words that are', async () => {
    const { page, hub, message, browser } = stage
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copy = (type: string, base64: string) =>
      page.evaluate(
        async ([kind, data]) => {
          const bytes = Uint8Array.from(atob(data as string), (letter) => letter.charCodeAt(0))
          const blob = new Blob([bytes], { type: kind as string })
          await navigator.clipboard.write([new ClipboardItem({ [kind as string]: blob })])
        },
        [type, base64],
      )
    await message.focus()
    await copy('image/png', PIXEL)
    await page.keyboard.press('ControlOrMeta+v')
    await page.getByRole('list', { name: 'Attachments' }).getByRole('img').waitFor()
    expect(await message.inputValue()).toBe('')
    const answers = stage.transcript.getByRole('article', { name: /^Claude/ })
    const before = await answers.count()
    await copy('text/plain', btoa('What is this?'))
    await page.keyboard.press('ControlOrMeta+v')
    expect(await message.inputValue()).toBe('What is this?')
    await page.keyboard.press('Enter')
    await hub.until(() => hub.knows('What is this?'))
    expect(JSON.stringify(hub.asked.at(-1))).toContain('"media_type":"image/png"')
    // Before its answer is there, the page may still be idle from before.
    await expect.poll(() => answers.count()).toBe(before + 1)
    await stage.isStatus('idle')
  })

  it('is a file that is dropped, which is put where Claude can read it', async () => {
    const { page, hub, browser } = stage
    const dropped = join(hub.home, 'dropped.csv')
    writeFileSync(dropped, 'heron,pelican\n')
    // Anywhere on the session: nobody should lose the page for having missed a field.
    const box = await stage.transcript.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    const browserSide = await browser.context.newCDPSession(page)
    const data = { items: [], files: [dropped], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browserSide.send('Input.dispatchDragEvent', { type, x, y, data })
    const path = await page.getByRole('list', { name: 'Attachments' }).getByText('.csv').innerText()
    expect(path.startsWith(`${hub.project}/`)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('heron,pelican\n')
    // The page is still there: the browser has not opened the file in its place.
    await stage.message.fill('Read it.')
    await page.keyboard.press('Enter')
    await hub.until(() => hub.knows('heron,pelican'))
    await stage.isStatus('idle')
  })

  it('is a file that was chosen, and is gone again when it is removed, unless somebody has changed it', async () => {
    const { page, hub } = stage
    const attached = page.getByRole('list', { name: 'Attachments' })
    const attach = async (name: string) => {
      const chooser = page.waitForEvent('filechooser')
      await stage.button('Attach').click()
      await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('one\n') })
      await attached.getByText(name).waitFor()
      await attached.getByText('in the project', { exact: true }).waitFor()
      return join(hub.project, '.quarterdeck/uploads', name)
    }
    const path = await attach('spare.txt')
    expect(readFileSync(path, 'utf8')).toBe('one\n')
    await stage.button('Remove spare.txt').click()
    await expect.poll(() => existsSync(path)).toBe(false)
    const changed = await attach('changed.txt')
    writeFileSync(changed, 'two\n')
    await stage.button('Remove changed.txt').click()
    await page.getByRole('alert').getByText(`'${changed}' has changed since it was sent, and stays.`).waitFor()
    expect(readFileSync(changed, 'utf8')).toBe('two\n')
    expect(await attached.count()).toBe(0)
  })

  it('is a file that is put into a temporary folder, where Settings say so, and the CLI reads it there', async () => {
    const { page, hub } = stage
    const session = page.url()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'A temporary folder' }).check()
    await page.goto(session)
    await stage.button('Attach').and(page.getByTitle('put into a temporary folder')).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await stage.button('Attach').click()
    await (await chooser).setFiles({ name: 'birds.txt', mimeType: 'text/plain', buffer: Buffer.from('cormorant\n') })
    const path = await page.getByRole('list', { name: 'Attachments' }).getByText('birds.txt').innerText()
    expect(path.startsWith(join(hub.data, 'uploads'))).toBe(true)
    await page.getByRole('list', { name: 'Attachments' }).getByText('in a temporary folder, for a week').waitFor()
    expect(existsSync(join(hub.project, 'birds.txt'))).toBe(false)
    await stage.message.fill('Read that.')
    await page.keyboard.press('Enter')
    await hub.until(() => hub.knows('cormorant'))
    await stage.isStatus('idle')
  })

  it('is what Claude thinks might be said next, by Tab or by a click', async () => {
    const { page, message } = stage
    const chip = page.getByRole('button', { name: 'Suggestion: run the tests' })
    await chip.waitFor()
    await message.focus()
    await page.keyboard.press('Tab')
    expect(await message.inputValue()).toBe('run the tests')
    await chip.waitFor({ state: 'detached' })
    await message.fill('')
    await chip.click()
    expect(await message.inputValue()).toBe('run the tests')
    expect(await message.evaluate((field) => field === document.activeElement)).toBe(true)
  })
})
