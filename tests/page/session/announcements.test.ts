import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const LINES = ['first', 'second', 'third', 'fourth', 'fifth']
const LONG = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')
const STATUS = /^(starting|ready|working|awaiting approval|idle|sending…)$/

describe('what a screen reader says of a session, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    await stage.show(await stage.hub.converse('First words.'))
    await stage.isStatus('idle')
    await stage.page.evaluate(listen)
  })
  afterAll(() => stage.clear())

  /** What was said since this was asked last. */
  const hear = () => stage.page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))

  async function send(text: string) {
    await stage.message.fill(text)
    await stage.page.keyboard.press('Enter')
  }

  it('is nothing while nothing happens, though the time since the last event is drawn', async () => {
    const line = stage.page.locator('.status-said')
    await hear()
    const seen = new Set<string>()
    await expect.poll(async () => seen.add(await line.innerText()).size, { timeout: 20_000 }).toBe(4)
    expect(
      [...seen].every((text) => /^idle · \d+ s$/.test(text)),
      [...seen].join(),
    ).toBe(true)
    expect(await stage.status.innerText()).toMatch(/^idle · \d+ s$/)
    expect(await hear()).toEqual([])
  })

  it('is a message once, when it is finished, and each change of the status', async () => {
    stage.hub.model.script('Count.', [{ text: LONG, holdAfterDeltas: 5 }])
    await send('Count.')
    await stage.page.getByRole('article', { name: 'Claude, writing' }).getByText('word1').waitFor()
    stage.hub.model.release()
    await stage.isStatus('idle')
    await expect.poll(async () => (await stage.transcript.getByText('word39').count()) > 0).toBe(true)
    const said = await hear()
    expect(said.filter((text) => text.includes('word'))).toEqual([`Claude: ${LONG}`])
    expect(
      said.filter((text) => !text.includes('word')).every((text) => STATUS.test(text)),
      said.join('\n'),
    ).toBe(true)
    expect(said.filter((text) => text === 'working')).toHaveLength(1)
    expect(said.filter((text) => text === 'idle')).toHaveLength(1)
  })

  it('is an approval once, also when more is learnt of what would change', async () => {
    const { hub, page } = stage
    const file_path = join(hub.project, 'lines.txt')
    writeFileSync(file_path, `${LINES.join('\n')}\n`)
    const content = `${LINES.join('\n').replace('third', 'a third')}\n`
    hub.model.script('Change a line.', [
      { tools: [{ name: 'Read', input: { file_path } }] },
      { tools: [{ name: 'Write', input: { file_path, content } }] },
      { text: 'Changed.' },
    ])
    // What stands in the file is learnt when the card has been seen without it.
    const held = Promise.withResolvers<void>()
    await page.route('**/approvals/*/file', async (route) => {
      await held.promise
      await route.continue()
    })
    await send('Change a line.')
    const card = page.getByRole('group', { name: 'Approval: Write' })
    await card.getByText('Claude wants to write lines.txt. 5 lines change.').waitFor()
    held.resolve()
    await card.getByText('Claude wants to write lines.txt. 1 line changes.').waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await stage.says('Changed.')
    await stage.isStatus('idle')
    const said = await hear()
    expect(said.filter((text) => text.includes('wants to'))).toEqual(['Claude wants to write lines.txt.'])
    expect(said.filter((text) => text === 'awaiting approval')).toHaveLength(1)
    expect(said.filter((text) => text.includes('Changed.'))).toEqual(['Claude: Changed.'])
  })
})

/** In the page: keeps what each live region says, whenever it says something else. */
function listen() {
  const LIVE = '[role=status], [role=alert], [role=log], [aria-live]'
  const said: string[] = []
  Object.assign(window, { said })
  const toElement = (node: Node) => (node instanceof Element ? node : node.parentElement)
  const observer = new MutationObserver((records) => {
    const regions = new Set<Element>()
    for (const { target, addedNodes } of records) {
      const around = toElement(target)?.closest(LIVE)
      if (around) regions.add(around)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const each of [node, ...node.querySelectorAll(LIVE)]) if (each.matches(LIVE)) regions.add(each)
    }
    for (const region of regions) {
      const heard = region.cloneNode(true) as Element
      for (const hidden of heard.querySelectorAll('[aria-hidden=true], [aria-live=off]')) hidden.remove()
      const text = heard.textContent.trim()
      if (region.isConnected && region.getAttribute('aria-live') !== 'off' && text !== '') said.push(text)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
}
