import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command } }] })

describe('an answer that was meant for another card, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  const cards = () => stage.page.getByRole('group', { name: 'Approval: Bash' })
  const card = (words: string) => cards().filter({ hasText: words })
  const button = (words: string, name: string) => card(words).getByRole('button', { name })
  const made = (name: string) => existsSync(join(stage.hub.project, name))

  async function ask(prompt: string, ...commands: string[]): Promise<string> {
    stage.hub.model.script(prompt, [...commands.map(bash), { text: 'That is all.' }])
    const id = await stage.hub.begin({ prompt })
    await stage.hub.untilRow(id, ({ pending }) => pending === 1)
    return id
  }

  async function openInbox(count: number): Promise<void> {
    await stage.page.goto(`${stage.hub.server.url}/inbox`)
    await expect.poll(() => cards().count()).toBe(count)
  }

  it('is none, where it is the second click of two, whichever button has come below the pointer', async () => {
    const [one, two] = [await ask('One.', 'touch one'), await ask('Two.', 'touch two')]
    await openInbox(2)
    for (const card of await cards().all()) await card.getByText('Read to the end').waitFor({ state: 'detached' })
    // All in one moment, however busy the machine is.
    await cards().evaluateAll((both) => {
      const click = (words: string, name: string, detail: number) => {
        const card = both.find((each) => each.textContent?.includes(words))
        const found = [...(card?.querySelectorAll('button') ?? [])].find((each) => each.textContent === name)
        found?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
      }
      click('touch one', 'Allow once', 1)
      for (const name of ['Allow once', 'Deny']) click('touch two', name, 2)
    })
    await stage.hub.rested(one)
    expect(made('one')).toBe(true)
    expect((await stage.hub.detail(two)).pending).toBe(1)
    // A moment later it is heard.
    await button('touch two', 'Deny').click()
    await stage.hub.rested(two)
    expect(made('two')).toBe(false)
  })

  it('is none, where Escape is held: only the card that had the focus when it was pressed is denied', async () => {
    const { page } = stage
    const id = await ask('Three.', 'touch three', 'touch four')
    await stage.show(id)
    await card('touch three').waitFor()
    await page.keyboard.press('ControlOrMeta+.')
    await page.keyboard.down('Escape')
    await expect.poll(() => card('touch four').evaluate((each) => each === document.activeElement)).toBe(true)
    for (let times = 0; times < 3; times++) await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    const isSent = await button('touch four', 'Deny').evaluate((each) => (each as HTMLButtonElement).disabled)
    expect(isSent).toBe(false)
    expect((await stage.hub.detail(id)).pending).toBe(1)
    await expect.poll(() => card('touch four').getAttribute('aria-disabled')).toBe(null)
    await page.keyboard.press('Escape')
    await stage.hub.rested(id)
    expect(['three', 'four'].filter(made)).toEqual([])
  })

  it('does not go to all alike, where one of them was changed: that one is answered in its card', async () => {
    const ids = [await ask('Five.', 'touch five'), await ask('Five again.', 'touch five')]
    await openInbox(2)
    const [first] = await cards().all()
    await first?.getByRole('textbox', { name: 'Edit input' }).fill('touch six')
    const all = stage.page.getByRole('button', { name: 'Allow all 2 like this' })
    await first?.getByText('Read to the end').waitFor({ state: 'detached' })
    await all.first().click()
    await stage.page.getByText('One of them was changed in its card.').waitFor()
    expect(await Promise.all(ids.map(async (id) => (await stage.hub.detail(id)).pending))).toEqual([1, 1])
    await first?.getByRole('textbox', { name: 'Edit input' }).fill('')
    await all.first().click()
    for (const id of ids) await stage.hub.rested(id)
    expect(['five', 'six'].filter(made)).toEqual(['five'])
  })

  it('is none, where what was chosen is out of sight: the key brings it there first', async () => {
    const { page } = stage
    const ids = [await ask('Seven.', 'touch seven'), await ask('Eight.', 'touch eight')]
    await page.setViewportSize({ width: 1280, height: 400 })
    await openInbox(2)
    await page.keyboard.press('j')
    const chosen = page.locator('.inbox-item.chosen')
    await chosen.filter({ hasText: 'touch eight' }).waitFor()
    await button('touch seven', 'Deny').scrollIntoViewIfNeeded()
    await expect.poll(async () => (await chosen.boundingBox())?.y ?? 0).toBeLessThan(-200)
    await page.keyboard.press('d')
    await page.getByText('It was out of sight.').waitFor()
    expect((await stage.hub.detail(ids[1] ?? '')).pending).toBe(1)
    await page.keyboard.press('d')
    await stage.hub.rested(ids[1] ?? '')
    await page.setViewportSize({ width: 1280, height: 800 })
    await button('touch seven', 'Deny').click()
    await stage.hub.rested(ids[0] ?? '')
  })

  it('is not put aside with another: what comes later is shown', async () => {
    const { page } = stage
    const id = await ask('Nine.', 'touch nine', 'touch ten')
    await page.setViewportSize({ width: 390, height: 844 })
    await stage.show(id)
    await card('touch nine').waitFor()
    await stage.button('Put aside').click()
    await stage.button('Show what waits for you (1)').waitFor()
    const [item] = (await stage.hub.inbox()).filter(({ sessionId }) => sessionId === id)
    const body = { request_id: item?.requestId, behavior: 'deny' }
    expect((await stage.hub.call('POST', `/api/claude/sessions/${id}/permission`, body)).status).toBe(200)
    await card('touch ten').waitFor()
    await button('touch ten', 'Deny').click()
    await stage.hub.rested(id)
  })
})
