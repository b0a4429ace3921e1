import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS, openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const WORDS = ['Steered.', 'First.', 'Second.']

describe.each(CLI_VERSIONS)('messages that are held, with the real CLI %s and two real browsers', (version) => {
  let stage: PageStage
  let phone: TestBrowser
  let small: Page
  let turns = 0
  let prompt = ''

  beforeAll(async () => {
    stage = await PageStage.set(version)
    phone = await startBrowser({ phone: true })
    small = await phone.context.newPage()
    small.setDefaultTimeout(20_000)
    await openPaired(small, stage.hub.server)
  })
  afterAll(async () => {
    await phone.close()
    await stage.clear()
  })

  const texts = (page: Page) =>
    page.getByRole('list', { name: 'Queued messages' }).locator('.queued-text').allTextContents()
  const head = (page: Page) => page.getByRole('group', { name: 'Held messages' })
  const press = (name: string) => head(stage.page).getByRole('button', { name }).press('Enter')
  /** The prompts that the model was asked about, in their order. */
  const heard = () =>
    stage.hub.asked
      .map(({ messages }) => JSON.stringify((messages as unknown[]).at(-1)))
      .map((last) => [...WORDS, 'New.', 'Go.'].filter((words) => last.includes(words)).at(-1))
      .filter((words) => words !== undefined)

  async function areHeld(words: readonly string[]) {
    const count = `${words.length} ${words.length === 1 ? 'message' : 'messages'} held`
    for (const page of [stage.page, small]) {
      await head(page).getByText(count, { exact: true }).waitFor()
      await expect.poll(() => texts(page)).toEqual(words)
    }
  }
  /** At the end of a session, what its CLI has not written down by then is held too: of an old one, the prompt of the turn. */
  const atEnd = () => (stage.hub.isNew ? WORDS : [prompt, ...WORDS])
  const areGone = async () => {
    for (const page of [stage.page, small])
      await page.getByRole('list', { name: 'Queued messages' }).waitFor({ state: 'detached' })
  }

  /** A turn that goes on; two messages wait for its end, and one was sent into it. Both screens show it. */
  async function work(step: object = { text: 'One moment please.', holdAfterDeltas: 1 }): Promise<string> {
    const { hub, page, message } = stage
    prompt = `Hold on ${turns++}.`
    // Of a turn before this one.
    hub.model.release()
    hub.model.script(prompt, [step])
    for (const words of [...WORDS, 'New.', 'Go.']) hub.model.script(words, [{ text: `Done: ${words}` }])
    const id = await hub.begin({ prompt })
    if ('text' in step) await hub.model.holding()
    else await hub.untilRow(id, ({ pending }) => pending === 1)
    await stage.show(id)
    await small.goto(`${hub.server.url}/sessions/${id}`)
    for (const words of ['First.', 'Second.']) {
      await message.fill(words)
      await message.press('Enter')
      await page.getByRole('button', { name: `Cancel: ${words}` }).waitFor()
    }
    await message.fill('Steered.')
    await stage.button('Steer').click()
    await page.getByText('with Claude already').waitFor()
    return id
  }
  async function stop() {
    await stage.message.press('Escape')
    await areHeld(WORDS)
  }
  /** Nothing runs, and the model is asked nothing: whatever would come of it has come when the session has answered once more. */
  async function rests(id: string) {
    await stage.hub.rested(id)
    const { status } = await stage.hub.call('POST', `/api/claude/sessions/${id}/control`, { subtype: 'mcp_status' })
    expect(status).toBe(200)
  }
  const waiting = async (id: string) =>
    (await stage.hub.detail(id)).facts.waiting.map(({ text, isHeld }) => `${text}${isHeld ? ' held' : ''}`)

  it('are all that waited when Escape stops the turn: nothing runs, and both screens show them; Send sends them in order', async () => {
    const id = await work()
    const before = stage.hub.asked.length
    await stop()
    await rests(id)
    expect(stage.hub.asked).toHaveLength(before)
    expect(await waiting(id)).toEqual(WORDS.map((words) => `${words} held`))
    await press('Send held messages')
    await areGone()
    await stage.says('Done: Second.')
    await stage.hub.rested(id)
    expect(heard().slice(-3)).toEqual(WORDS)
  })

  it('stay held while a new message is sent and answered, and are dropped by Discard; ↑ brings them back', async () => {
    const id = await work()
    await stop()
    await rests(id)
    const before = heard().length
    stage.hub.model.release()
    stage.hub.model.script('New.', [{ text: 'Another moment, for this one.', holdAfterDeltas: 1 }])
    await stage.message.fill('New.')
    await stage.message.press('Enter')
    await stage.hub.model.holding()
    // What waits by itself is told from what is held, and goes out.
    await stage.message.fill('Go.')
    await stage.message.press('Enter')
    await stage.page.getByText('The others are sent when this turn is over').waitFor()
    await head(stage.page).getByText('3 messages held').waitFor()
    stage.hub.model.release()
    await stage.says('Done: Go.')
    await rests(id)
    expect(heard().slice(before)).toEqual(['New.', 'Go.'])
    await areHeld(WORDS)
    await press('Discard held messages')
    await areGone()
    expect(await stage.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Message')
    await stage.message.press('ArrowUp')
    expect(await stage.message.inputValue()).toBe(WORDS.join('\n\n'))
    await stage.message.fill('')
    expect(await waiting(id)).toEqual([])
    expect(heard().slice(before)).toEqual(['New.', 'Go.'])
  })

  it('are held as well where a refusal stops the turn', async () => {
    const { page, hub } = stage
    const id = await work({ tools: [{ name: 'Bash', input: { command: 'touch made' } }] })
    const before = hub.asked.length
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    await card.getByRole('button', { name: 'Deny' }).focus()
    await card.getByRole('checkbox', { name: 'Stop the turn' }).check()
    await card.getByRole('button', { name: 'Deny' }).click()
    await areHeld(WORDS)
    await rests(id)
    expect(hub.asked).toHaveLength(before)
    await press('Discard held messages')
    await areGone()
  })

  it('are changed where they are, and taken back one by one', async () => {
    const { page } = stage
    const id = await work()
    const before = heard().length
    await stop()
    await rests(id)
    await page.getByRole('button', { name: 'Edit: First.' }).press('Enter')
    await page.keyboard.type(' And foremost.')
    await page.keyboard.press('Enter')
    await areHeld(['Steered.', 'First. And foremost.', 'Second.'])
    await page.getByRole('button', { name: 'Cancel: Steered.' }).press('Enter')
    await page.getByRole('button', { name: 'Cancel: Second.' }).press('Enter')
    await areHeld(['First. And foremost.'])
    expect(heard().slice(before)).toEqual([])
    await press('Send held message')
    await stage.says('Done: First.')
    expect(heard().slice(before)).toEqual(['First.'])
  })

  it('stay held when the server is started anew, and when the keeper is killed', async () => {
    const { hub } = stage
    const id = await work()
    await stop()
    await rests(id)
    const before = heard().length
    const { port } = new URL(hub.server.url)
    await hub.server.kill()
    await hub.start('--port', port)
    await areHeld(WORDS)
    const note = JSON.parse(readFileSync(join(hub.data, 'sessions', id, 'keeper.json'), 'utf8'))
    process.kill(note.pid, 'SIGKILL')
    await stage.isStatus('error')
    await areHeld(WORDS)
    await stage.message.fill('Go.')
    await stage.message.press('Enter')
    await stage.says('Done: Go.')
    await rests(id)
    await areHeld(WORDS)
    expect(heard().slice(before)).toEqual(['Go.'])
    await press('Discard held messages')
    await areGone()
  })

  it('are what waits when the session is ended; each can be discarded then, and Send goes on with it', async () => {
    const { hub, page } = stage
    const id = await work()
    const before = heard().length
    await hub.stop(id)
    await stage.isStatus('disconnected')
    await areHeld(atEnd())
    expect(await waiting(id)).toEqual(atEnd().map((words) => `${words} held`))
    for (const words of atEnd().filter((each) => !['Steered.', 'Second.'].includes(each)))
      await page.getByRole('button', { name: `Cancel: ${words}` }).press('Enter')
    await areHeld(['Steered.', 'Second.'])
    expect((await hub.detail(id)).live).toBe(false)
    await press('Send held messages')
    await areGone()
    await stage.says('Done: Second.')
    await hub.rested(id)
    expect(heard().slice(before)).toEqual(['Steered.', 'Second.'])
  })

  it('are discarded without a process, and stay so when the session goes on', async () => {
    const { hub } = stage
    const id = await work()
    const before = heard().length
    await hub.stop(id)
    await areHeld(atEnd())
    await press('Discard held messages')
    await areGone()
    expect((await hub.detail(id)).live).toBe(false)
    await hub.ask(id, 'New.')
    expect(heard().slice(before)).toEqual(['New.'])
    expect(await waiting(id)).toEqual([])
  })
})
