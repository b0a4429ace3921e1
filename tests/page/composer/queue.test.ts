import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const HEADER = 'Fix the header'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PICTURE = { name: 'gull.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
const LONG = `Read all of this. ${'It has many words. '.repeat(60)}And an end.`

describe('the queue, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let turns = 0

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  const queue = () => stage.page.getByRole('list', { name: 'Queued messages' })
  const field = () => stage.page.getByRole('textbox', { name: 'Edit queued message' })
  const act = (name: string) => queue().getByRole('button', { name })
  const texts = () => queue().locator('.queued-text').allTextContents()
  const focused = () =>
    stage.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
  /** How often Claude was given these words. */
  const heard = async (words: string) =>
    stage.transcript.getByRole('article', { name: /^You/ }).filter({ hasText: words }).count()

  /** A session whose turn goes on until it is released, with these messages behind it. */
  async function work(waiting: readonly string[], then: readonly string[] = []): Promise<string> {
    const prompt = `Hold on ${turns++}.`
    for (const words of [...waiting, ...then]) stage.hub.model.script(words, [{ text: 'Done.' }])
    stage.hub.model.script(prompt, [{ text: 'One moment please.', holdAfterDeltas: 1 }])
    const id = await stage.hub.begin({ prompt })
    await stage.hub.model.holding()
    await stage.show(id)
    await stage.isStatus('working')
    for (const words of waiting) {
      await stage.message.fill(words)
      await stage.page.keyboard.press('Enter')
      await act(`Cancel: ${words.slice(0, 40)}`).waitFor()
    }
    return id
  }
  async function finish() {
    stage.hub.model.release()
    await stage.isStatus('idle')
  }

  it('sends nothing that is being changed: when the turn ends meanwhile, it waits for Save', async () => {
    const { page } = stage
    await work([HEADER], [`${HEADER} but not the footer\nat all`])
    await act('Edit: Fix the header').press('Enter')
    // At the end of the words, at once.
    await page.keyboard.type(' but not the footer')
    expect(await focused()).toBe('Edit queued message')
    await page.getByText('held until you save').waitFor()
    await finish()
    expect(await heard('Fix the header')).toBe(0)
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('at all')
    expect(await field().inputValue()).toBe('Fix the header but not the footer\nat all')
    await page.keyboard.press('ControlOrMeta+Enter')
    await stage.transcript.getByText('Fix the header but not the footer').first().waitFor()
    await queue().waitFor({ state: 'detached' })
    await stage.isStatus('idle')
    expect(await heard('Fix the header')).toBe(1)
    expect(await focused()).toBe('Message')
  })

  it('closes by Escape alone, stops no turn, and has everything at its place afterwards', async () => {
    const { page } = stage
    await work(['First', 'Second', 'Third'], ['Second, changed'])
    await act('Edit: Second').press('Enter')
    await page.keyboard.press('Escape')
    await field().waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit: Second')
    await expect.poll(texts).toEqual(['First', 'Second', 'Third'])
    await act('Edit: Second').press('Enter')
    await page.keyboard.type(', changed')
    await page.keyboard.press('Enter')
    await expect.poll(texts).toEqual(['First', 'Second, changed', 'Third'])
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit: Second, changed')
    // What was changed and let be comes back with ↑.
    await act('Edit: First').press('Enter')
    await page.keyboard.type(' and foremost')
    await page.keyboard.press('Escape')
    await expect.poll(texts).toEqual(['First', 'Second, changed', 'Third'])
    await stage.message.press('ArrowUp')
    expect(await stage.message.inputValue()).toBe('First and foremost')
    await stage.message.fill('')
    await stage.isStatus('working')
    await finish()
    for (const words of ['First', 'Second, changed', 'Third']) {
      await stage.says(words)
      expect(await heard(words)).toBe(1)
    }
  })

  it('keeps what is being changed over a reload, and by Escape gives it to the message field when the turn is over', async () => {
    const { page } = stage
    await work(['Paint it red', LONG])
    await act('Edit: Paint it red').press('Enter')
    await page.keyboard.type(' or blue')
    await act('Edit: Read all').click()
    await page.waitForFunction(() => document.querySelectorAll('.queued textarea').length === 2)
    await page.reload()
    await expect.poll(() => field().count()).toBe(2)
    await page.getByText('held until you save').nth(1).waitFor()
    expect(await field().first().inputValue()).toBe('Paint it red or blue')
    expect(await field().last().inputValue()).toBe(LONG)
    await finish()
    await field().first().press('Escape')
    await expect.poll(() => stage.message.inputValue()).toBe('Paint it red')
    await field().press('Enter')
    await stage.says('And an end.')
    await stage.isStatus('idle')
    expect(await heard('Paint it red')).toBe(0)
    expect(await heard(LONG)).toBe(1)
    await stage.message.fill('')
  })

  it('moves and cancels with the focus in the queue, and ↑ brings back what was cancelled', async () => {
    const { page } = stage
    await work(['One', 'Two', 'Three'])
    await act('Move up: Two').press('Enter')
    await expect.poll(texts).toEqual(['Two', 'One', 'Three'])
    expect(await focused()).toBe('Edit: Two')
    await act('Move down: One').press('Enter')
    await expect.poll(texts).toEqual(['Two', 'Three', 'One'])
    expect(await focused()).toBe('Edit: One')
    await act('Cancel: One').press('Enter')
    await expect.poll(texts).toEqual(['Two', 'Three'])
    expect(await focused()).toBe('Cancel: Three')
    await page.keyboard.press('Enter')
    await expect.poll(texts).toEqual(['Two'])
    expect(await focused()).toBe('Cancel: Two')
    await page.keyboard.press('Enter')
    await queue().waitFor({ state: 'detached' })
    expect(await focused()).toBe('Message')
    await page.keyboard.press('ArrowUp')
    expect(await stage.message.inputValue()).toBe('Two')
    await stage.message.fill('')
    await finish()
    for (const words of ['One', 'Two', 'Three']) expect(await heard(words)).toBe(0)
  })

  it('gives a message with a picture to the message field, picture and all, to be changed or to be cancelled', async () => {
    const { page } = stage
    await work([], ['Look at this gull'])
    const pictures = page.getByRole('list', { name: 'Attachments' }).getByRole('img')
    async function say() {
      await page.locator('.composer input[type=file]').setInputFiles(PICTURE)
      await pictures.waitFor()
      await stage.message.fill('Look at this')
      await page.keyboard.press('Enter')
      await queue().getByText('with image').waitFor()
      await page.getByText('Sent when this turn is over').waitFor()
      expect(await pictures.count()).toBe(0)
    }
    for (const name of ['Cancel: Look at this', 'Edit: Look at this']) {
      await say()
      await act(name).press('Enter')
      await queue().waitFor({ state: 'detached' })
      await page.getByText('The message is in the message field, with its pictures.').waitFor()
      expect(await pictures.count()).toBe(1)
      expect(await stage.message.inputValue()).toBe('Look at this')
      expect(await focused()).toBe('Message')
      if (name.startsWith('Cancel')) await stage.button('Remove Picture').click()
    }
    await stage.message.fill('Look at this gull')
    await page.keyboard.press('Enter')
    await queue().getByText('with image').waitFor()
    await finish()
    await stage.hub.until(() => stage.hub.knows('Look at this gull'))
    expect(JSON.stringify(stage.hub.asked.at(-1))).toContain('"media_type":"image/png"')
    expect(await heard('Look at this')).toBe(1)
  })

  it('goes on waiting when the session is left with nothing changed', async () => {
    const { page } = stage
    const id = await work(['Still wanted'])
    await act('Edit: Still wanted').press('Enter')
    await page.getByText('held until you save').waitFor()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
    await page.locator(`a.session-link[href$="/sessions/${id}"]`).first().click()
    await act('Edit: Still wanted').waitFor()
    expect(await field().count()).toBe(0)
    await finish()
    await stage.says('Still wanted')
    expect(await heard('Still wanted')).toBe(1)
  })

  it('gives what was changed to the message field when the session has ended', async () => {
    const { page, hub } = stage
    const id = await work(['Too late', 'For the next time'])
    await act('Edit: Too late').press('Enter')
    await page.keyboard.type(' for this')
    await page.getByText('held until you save').waitFor()
    await hub.stop(id)
    hub.model.release()
    await stage.isStatus('disconnected')
    await page.getByRole('group', { name: 'Held messages' }).getByText('1 message held').waitFor()
    expect(await heard('For the next time')).toBe(0)
    await stage.button('Save').click()
    await expect.poll(() => stage.message.inputValue()).toBe('Too late for this')
    await page.getByRole('alert').getByText('The session has ended').waitFor()
    expect(await heard('Too late')).toBe(0)
    await stage.message.fill('')
  })

  it('shows two lines of a long message on a small phone, all of it by a press, and has its buttons in sight', async () => {
    const { page } = stage
    await page.setViewportSize({ width: 360, height: 640 })
    await work([LONG])
    const words = queue().locator('.queued-text')
    const height = () => words.evaluate((element) => element.getBoundingClientRect().height)
    expect(await height()).toBeLessThan(60)
    const list = await queue().boundingBox()
    const cancel = await act('Cancel: Read all').boundingBox()
    expect((cancel?.y ?? 0) + (cancel?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1)
    await words.focus()
    await page.keyboard.press('Enter')
    await queue().getByText('And an end.').waitFor()
    expect(await height()).toBeGreaterThan(200)
    await act('Cancel: Read all').click()
    await finish()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('has the buttons of the message in one row on a small phone, and Send where it was before the turn', async () => {
    const { page } = stage
    await page.setViewportSize({ width: 360, height: 640 })
    await work([])
    const names = ['Attach', 'Earlier', 'Stop', 'Steer', 'Send']
    const place = async (name: string) => await stage.button(name).boundingBox()
    const atWork = await place('Send')
    for (const name of names) {
      const box = await place(name)
      expect(box?.y, name).toBe(atWork?.y)
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(43)
    }
    expect((await place('Attach'))?.x).toBeGreaterThanOrEqual(0)
    expect((atWork?.x ?? 0) + (atWork?.width ?? 0)).toBeLessThanOrEqual(360)
    await finish()
    expect((await place('Send'))?.x).toBe(atWork?.x)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  /** Keeps back what the server says, until it is let go. */
  async function holdBack() {
    let isHeld = false
    const later: (() => void)[] = []
    await stage.page.routeWebSocket(/\/api\/live/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (isHeld) later.push(() => socket.send(message))
        else socket.send(message)
      })
    })
    return {
      begin: () => {
        isHeld = true
      },
      letGo: () => {
        isHeld = false
        for (const send of later.splice(0)) send()
      },
    }
  }
  const goAway = async () => {
    await stage.page.getByRole('link', { name: 'Settings' }).first().click()
    await stage.page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  }
  const comeBack = (id: string) => stage.page.locator(`a.session-link[href$="/sessions/${id}"]`).first().click()

  it('says so when a message has gone out as it was, and keeps what was typed', async () => {
    const { page } = stage
    const held = await holdBack()
    const id = await work(['Off it goes'])
    // The page does not hear yet that the turn is over.
    held.begin()
    stage.hub.model.release()
    await stage.hub.rested(id)
    await act('Edit: Off it goes').press('Enter')
    await page.keyboard.type(', slowly')
    held.letGo()
    await page.getByRole('alert').getByText('it went to Claude as it was').waitFor()
    await field().waitFor({ state: 'detached' })
    expect(await stage.message.inputValue()).toBe('Off it goes, slowly')
    await stage.says('Off it goes')
    expect(await heard('Off it goes')).toBe(1)
    await stage.message.fill('')
    await page.unrouteAll()
  })

  it('keeps what was typed also for whoever has left and come back before that is known', async () => {
    const { page } = stage
    const held = await holdBack()
    const id = await work(['Away with it'])
    held.begin()
    stage.hub.model.release()
    await stage.hub.rested(id)
    await act('Edit: Away with it').press('Enter')
    await page.keyboard.type(', gently')
    await goAway()
    await comeBack(id)
    await stage.message.waitFor()
    held.letGo()
    await expect.poll(() => stage.message.inputValue()).toBe('Away with it, gently')
    await stage.says('Away with it')
    expect(await heard('Away with it')).toBe(1)
    await stage.message.fill('')
    await page.unrouteAll()
  })

  it('waits on when the session is left before the queue has given it up', async () => {
    const { page } = stage
    const held = await holdBack()
    const id = await work(['Not changed'])
    held.begin()
    await act('Edit: Not changed').press('Enter')
    await field().waitFor()
    await goAway()
    held.letGo()
    // Put back by the page that shows something else.
    await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.includes('.held.')))
    await comeBack(id)
    await act('Edit: Not changed').waitFor()
    expect(await field().count()).toBe(0)
    await finish()
    await stage.says('Not changed')
    expect(await heard('Not changed')).toBe(1)
    await page.unrouteAll()
  })

  it('does not begin without a connection, and says why', async () => {
    const { page, hub } = stage
    await work(['Not now'])
    const { port } = new URL(hub.server.url)
    await hub.server.kill()
    await page.getByRole('alert', { name: 'Connection' }).waitFor()
    await act('Edit: Not now').press('Enter')
    await page.getByRole('alert').getByText('There is no connection, so').waitFor()
    expect(await field().count()).toBe(0)
    expect(await texts()).toEqual(['Not now'])
    await hub.start('--port', port)
    await page.getByRole('alert', { name: 'Connection' }).waitFor({ state: 'detached' })
    await finish()
    await stage.says('Not now')
  })
})
