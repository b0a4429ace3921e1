import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

interface Block {
  type: string
  id?: string
  tool_use_id?: string
  is_error?: boolean
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(CLI_VERSIONS)('entries of the conversation, with the real CLI %s in a real browser', (version) => {
  let stage: PageStage
  const read = (name: string) => ({ name: 'Read', input: { file_path: join(stage.hub.project, name) } })
  const write = (name: string) => ({ name: 'Write', input: { ...read(name).input, content: 'new\n' } })

  beforeAll(async () => {
    stage = await PageStage.set(version)
    await stage.browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const name of ['heron', 'gull', 'tern'])
      writeFileSync(join(stage.hub.project, `${name}.txt`), `the ${name} flies\n`)
  })
  afterAll(() => stage.clear())
  beforeEach(() => stage.page.setViewportSize({ width: 1280, height: 800 }))

  const article = (name: RegExp, within: Locator = stage.transcript) => within.getByRole('article', { name })
  const buttonOf = (entry: Locator) => entry.locator(':scope > .entry-button')
  const menu = () => stage.page.getByRole('menu', { name: 'Entry' })
  const clipboard = () => stage.page.evaluate(() => navigator.clipboard.readText())

  async function choose(entry: Locator, action: string) {
    await entry.hover()
    await buttonOf(entry).click()
    await menu().getByRole('menuitem', { name: action }).click()
  }

  /** What is offered for an entry, by keyboard. */
  async function listActions(entry: Locator): Promise<string[]> {
    await buttonOf(entry).focus()
    await stage.page.keyboard.press('Enter')
    await menu().waitFor()
    const names = await menu().getByRole('menuitem').allInnerTexts()
    await stage.page.keyboard.press('Escape')
    await menu().waitFor({ state: 'detached' })
    return names
  }

  /** A session with this conversation, when all of it is on disk. */
  async function converse(prompt: string, last: string, steps: object[]): Promise<string> {
    stage.hub.model.script(prompt, [...steps, { text: last }])
    const id = await stage.hub.converse(prompt)
    await stage.hub.until(() => JSON.stringify(stage.hub.transcript(id)).includes(last))
    await stage.show(id)
    await stage.says(last)
    return id
  }

  it('each call has its own actions: copy, link, and raw with its result, by mouse, keyboard and touch', async () => {
    const { page } = stage
    await converse('Look at both.', 'Seen both.', [{ text: 'I look.', tools: [read('heron.txt'), read('gull.txt')] }])
    const gull = article(/^Read, gull/)
    await choose(gull, 'Copy as text')
    await expect.poll(clipboard).toContain('the gull flies')
    expect(await clipboard()).not.toContain('heron')
    await choose(gull, 'Raw JSON')
    const raw = page.getByRole('dialog', { name: 'Raw JSON' })
    await raw.getByRole('button', { name: 'As text' }).click()
    const lines = JSON.parse(await raw.locator('pre').innerText()) as { message: { content: Block[] } }[]
    const [call, result] = lines.map(({ message }) => message.content[0])
    expect([call?.type, result?.type]).toEqual(['tool_use', 'tool_result'])
    expect(result?.tool_use_id).toBe(call?.id)
    expect(JSON.stringify(lines)).toContain('the gull flies')
    expect(JSON.stringify(lines)).not.toContain('heron')
    await page.keyboard.press('Escape')
    await raw.waitFor({ state: 'detached' })
    // The words before them have a line of their own.
    await choose(stage.transcript.locator('.transcript-row').filter({ hasText: 'I look.' }), 'Raw JSON')
    await raw.getByRole('button', { name: 'As text' }).click()
    expect(JSON.parse(await raw.locator('pre').innerText()).message.content).toMatchObject([{ type: 'text' }])
    await page.keyboard.press('Escape')

    expect(await listActions(gull)).toEqual([
      'Copy as text',
      'Copy as Markdown',
      'Copy link',
      'Raw JSON',
      'Fork from here',
    ])
    await choose(gull, 'Copy link')
    await expect.poll(clipboard).toContain('?at=')
    await page.goto(await clipboard())
    await page.locator('.is-shown').getByText('the gull flies').waitFor()
    expect(await stage.transcript.getByText('the heron flies').count()).toBe(0)

    await page.setViewportSize({ width: 390, height: 844 })
    const box = (await buttonOf(gull).boundingBox()) ?? { x: 0, width: 0, height: 0 }
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    expect(await buttonOf(gull).evaluate((button) => getComputedStyle(button).opacity)).toBe('1')
    await buttonOf(gull).click()
    await menu().getByRole('menuitem', { name: 'Copy as text' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('a fork from a call has every call of its message with its result, and goes on', async () => {
    const id = await converse('Look at two.', 'Seen two.', [
      { tools: [read('heron.txt'), read('gull.txt')] },
      { tools: [read('tern.txt')] },
    ])
    // Three that are done stand folded.
    await article(/^Read 3 files/)
      .locator('summary')
      .first()
      .click()
    await choose(article(/^Read, heron/), 'Fork from here')
    await stage.page.waitForURL((url) => !url.pathname.endsWith(id))
    await article(/^Read, gull\.txt/).waitFor()
    expect(await article(/stopped|running/).count()).toBe(0)
    expect(await article(/^Read, tern/).count()).toBe(0)

    stage.hub.model.script('And now?', [{ text: 'Now we know.' }])
    await stage.message.fill('And now?')
    await stage.page.keyboard.press('Enter')
    await stage.says('Now we know.')
    const messages = stage.hub.asked.at(-1)?.messages as { content: string | Block[] }[]
    const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const results = blocks.filter(({ type }) => type === 'tool_result')
    const uses = blocks.filter(({ type }) => type === 'tool_use')
    expect(results.map((block) => block.tool_use_id).sort()).toEqual(uses.map((block) => block.id).sort())
    expect(results.some((block) => block.is_error)).toBe(false)
    // The older one goes on with one of several calls alone, whenever it resumes a session.
    expect(results).toHaveLength(stage.hub.isNew ? 2 : 1)
    expect(stage.hub.knows('the tern flies')).toBe(false)
  })

  it('is not forked from while a call of its message waits, whose card is a button away', async () => {
    const { page, hub } = stage
    hub.model.script('Write two.', [{ tools: [write('one.txt'), write('two.txt')] }, { text: 'Both written.' }])
    await stage.show(await hub.begin({ prompt: 'Write two.' }))
    const card = page.getByRole('group', { name: 'Approval: Write' })
    await card.getByText('one.txt').first().waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await card.getByText('two.txt').first().waitFor()
    for (const name of [/^Write, one/, /^Write, two/])
      expect(await listActions(article(name))).not.toContain('Fork from here')

    const answer = article(/^Write, two/).getByRole('button', { name: 'Answer', exact: true })
    expect(await stage.transcript.getByRole('button', { name: 'Answer', exact: true }).count()).toBe(1)
    await answer.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)

    // On a phone the card may have been put aside to read the conversation.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Put aside' }).click()
    await card.waitFor({ state: 'hidden' })
    await answer.click()
    await card.waitFor()
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
    await card.getByRole('button', { name: 'Allow once' }).click()
    await stage.says('Both written.')
    await answer.waitFor({ state: 'detached' })
    expect(await listActions(article(/^Write, one/))).toContain('Fork from here')
  })

  it('a run of calls is an article under the name of its tool, with each call inside', async () => {
    await converse(
      'Look at three.',
      'Seen three.',
      ['heron.txt', 'gull.txt', 'tern.txt'].map((name) => ({ tools: [read(name)] })),
    )
    const run = article(/^Read 3 files$/)
    expect(await article(/^Read/).count()).toBe(1)
    expect(await listActions(run)).toEqual(['Copy as text', 'Copy as Markdown', 'Fork from here'])
    await choose(run, 'Copy as text')
    await expect.poll(clipboard).toMatch(/the heron flies.*the gull flies.*the tern flies/s)
    await run.locator('summary').first().click()
    await article(/^Read, tern/, run).waitFor()
    expect(await article(/^Read, /, run).count()).toBe(3)
    await choose(article(/^Read, gull/, run), 'Copy as text')
    await expect.poll(clipboard).not.toContain('heron')
  })

  it('a picture that was sent is opened by keyboard, and says why where it cannot be read', async () => {
    const { page } = stage
    await stage.show(await stage.hub.converse('First words.'))
    await stage.isStatus('idle')
    const choosing = page.waitForEvent('filechooser')
    await stage.button('Attach').click()
    await (await choosing).setFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL }])
    await page.getByRole('list', { name: 'Attachments' }).getByRole('img', { name: 'dot.png' }).waitFor()
    await stage.message.fill('What is this?')
    await page.keyboard.press('Enter')
    await stage.hub.until(() => stage.hub.knows('What is this?'))
    await stage.isStatus('idle')
    const entry = article(/^You/).filter({ hasText: 'What is this?' })
    const picture = entry.getByRole('img', { name: 'Picture 1' })
    const open = async () => {
      await entry.getByText('Picture', { exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    expect(await picture.count()).toBe(0)
    await open()
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await page.reload()
    await page.route('**/messages/*', (route) => route.abort())
    await open()
    await entry.locator('.error').waitFor()
    await page.unroute('**/messages/*')
  })

  it('agents are never folded, and what stands in them can be copied, seen raw and linked to', async () => {
    const places = ['walls', 'floor', 'roof']
    for (const place of places)
      stage.hub.model.script(`Look at the ${place}.`, [
        { tools: [read('heron.txt')] },
        { text: `The ${place} is white.` },
      ])
    const tools = places.map((place) => ({
      name: stage.hub.isNew ? 'Agent' : 'Task',
      input: { subagent_type: 'general-purpose', description: `See ${place}`, prompt: `Look at the ${place}.` },
    }))
    const id = await converse(
      'Send three.',
      'All were sent.',
      tools.map((tool) => ({ tools: [tool] })),
    )
    await expect.poll(() => stage.transcript.getByRole('group', { name: 'Subagent' }).count()).toBe(3)

    const agent = article(/^Agent, See floor/)
    // One that was still at work when it was looked at stands open.
    if ((await agent.locator('details[open]').count()) === 0) await agent.locator('summary').first().click()
    const inside = agent.getByRole('group', { name: 'Subagent' })
    const words = inside.locator('.entry').filter({ hasText: 'The floor is white.' })
    const call = article(/^Read, heron/, inside)
    // The older one does not tell what its agents say.
    const links: [link: string, text: string][] = []
    const entries = [
      [call, 'the heron flies'] as const,
      ...(stage.hub.isNew ? [[words, 'The floor is white.'] as const] : []),
    ]
    for (const [entry, text] of entries) {
      expect(await listActions(entry)).toEqual(['Copy as text', 'Copy as Markdown', 'Copy link', 'Raw JSON'])
      await choose(entry, 'Copy as text')
      await expect.poll(clipboard).toContain(text)
      await choose(entry, 'Raw JSON')
      const raw = stage.page.getByRole('dialog', { name: 'Raw JSON' })
      await raw.getByRole('button', { name: 'As text' }).click()
      await raw.getByText(text).first().waitFor()
      await stage.page.keyboard.press('Escape')
      await raw.waitFor({ state: 'detached' })
      await choose(entry, 'Copy link')
      await expect.poll(clipboard).toContain('?at=')
      links.push([await clipboard(), text])
    }
    // The call itself stands in the conversation, and is forked from as every other.
    expect(await listActions(agent)).toContain('Fork from here')

    // A link opens all that it leads through, and also leads there when the session is read from disk.
    const follow = async () => {
      for (const [link, text] of links) {
        await stage.page.goto(link)
        await stage.transcript.locator('.entry.is-shown').getByText(text).waitFor()
        expect(await agent.count()).toBe(1)
      }
    }
    await follow()
    await stage.hub.stop(id)
    await follow()
  })
})
