import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]
const LONG = Array.from({ length: 40 }, (_, at) => `echo "the needle of place ${at}" >> found.txt`).join(' && ')
const LINE = 'x'.repeat(300)

describe('a card that is large, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  const toBox = async (part: Locator) => {
    const box = await part.boundingBox()
    if (box === null) throw new Error(`${part} is not drawn.`)
    return { top: Math.round(box.y), bottom: Math.round(box.y + box.height), right: box.x + box.width }
  }
  /** One above the other, and none below the edge of the next. */
  const areInOrder = async (parts: readonly Locator[], size: object) => {
    // A window of another size is laid out in more than one step.
    const findWrong = async () => {
      const boxes = await Promise.all(parts.map(toBox))
      return boxes.slice(1).flatMap((box, at) => ((boxes[at]?.bottom ?? 0) <= box.top + 1 ? [] : [`${parts[at]}`]))
    }
    await expect.poll(findWrong, { message: JSON.stringify(size) }).toEqual([])
  }

  it('lets what is asked scroll, and has all that answers it in sight, with what went wrong above that', async () => {
    const { page, hub } = stage
    hub.model.script('A long one.', [{ tools: [{ name: 'Bash', input: { command: LONG } }] }, { text: 'Not run.' }])
    await stage.show(await hub.begin({ prompt: 'A long one.' }))
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    const allow = card.getByRole('button', { name: 'Allow once' })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      // It is said in the place of the field below, and takes no room from what is asked.
      const hint = card.getByPlaceholder('Read to the end of it first')
      const reason = card.getByRole('textbox', { name: 'Reason' })
      await areInOrder([card.getByRole('region', { name: 'What is asked' }), hint, reason, allow], size)
      await expect.poll(async () => (await toBox(allow)).bottom).toBeLessThanOrEqual(size.height)
    }
    // Whoever changes it has its end in sight, however little room there is.
    await card.getByRole('textbox', { name: 'Edit input' }).fill('{ no JSON')
    const asked = card.getByRole('region', { name: 'What is asked' })
    const findHidden = async () => (await toBox(asked.locator('.card-end'))).bottom - (await toBox(asked)).bottom
    await expect.poll(findHidden, { message: 'pixels below the edge' }).toBeLessThanOrEqual(0)
    await card.getByText('Read to the end of it first').waitFor({ state: 'detached' })
    await allow.press('Enter')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await areInOrder([card.getByText('This is not JSON'), allow], size)
    }
    const field = await card.getByRole('textbox', { name: 'Edit input' }).boundingBox()
    expect(field?.height).toBeGreaterThanOrEqual(120)
    await card.getByRole('button', { name: 'Deny' }).press('Enter')
    await stage.says('Not run.')
  })

  it('shows some of a change before all else, however low the window is, and never below its answers', async () => {
    const { page, hub } = stage
    const path = join(hub.project, 'nights.js')
    writeFileSync(path, Array.from({ length: 20 }, (_, at) => `// line ${at}`).join('\n'))
    const input = { file_path: path, old_string: '// line 9', new_string: '// line nine' }
    hub.model.script('Edit it.', [
      { tools: [{ name: 'Read', input: { file_path: path } }] },
      { tools: [{ name: 'Edit', input }] },
      { text: 'Not done.' },
    ])
    hub.model.script('Say it later.', [{ text: 'Said later.' }])
    await page.setViewportSize({ width: 1280, height: 720 })
    await stage.show(await hub.begin({ prompt: 'Edit it.' }))
    const card = page.getByRole('group', { name: 'Approval: Edit' })
    await card.getByText('line nine').first().waitFor()
    await stage.message.fill('Say it later.')
    await page.keyboard.press('Enter')
    await page.getByText('Sent when this turn is over').waitFor()
    const asked = card.getByRole('region', { name: 'What is asked' })
    const buttons = card.locator('.card-buttons')
    for (const [height, least] of [
      [800, 136],
      [720, 136],
      [640, 96],
      [600, 72],
    ] as const) {
      await page.setViewportSize({ width: 1280, height })
      await expect
        .poll(async () => (await toBox(asked)).bottom - (await toBox(asked)).top, { message: `${height}` })
        .toBeGreaterThanOrEqual(least)
      expect((await toBox(asked)).bottom, `${height}`).toBeLessThanOrEqual((await toBox(buttons)).top + 1)
    }
    // Half a reason is none: the first Escape only leaves it.
    await page.setViewportSize({ width: 1280, height: 800 })
    const reason = card.getByRole('textbox', { name: 'Reason' })
    await reason.fill('do not use rou')
    await page.keyboard.press('Escape')
    await expect.poll(() => card.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await reason.inputValue()).toBe('do not use rou')
    await page.keyboard.press('Escape')
    await stage.says('Said later.')
  })

  it('has its answers in words that do not break, and nothing that reads as a field to fill in, on small phones too', async () => {
    const { page, hub } = stage
    const questions = ['Which colour?', 'Which shape?'].map((question) => ({
      ...{ question, header: 'One', multiSelect: false },
      options: ['Plain', 'Fancy'].map((label) => ({ label, description: label })),
    }))
    hub.model.script('Ask me.', [
      { tools: [{ name: 'Bash', input: { command: 'touch asked.txt' } }] },
      { tools: [{ name: 'AskUserQuestion', input: { questions } }] },
      { text: 'Asked.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Ask me.' }))
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    const form = page.getByRole('form', { name: 'Question' })
    const isOneLineEach = async (within: Locator) => {
      const heights = await within
        .locator('.card-buttons > .button')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
      expect(new Set(heights)).toEqual(new Set([48]))
    }
    const phones = SIZES.filter(({ width }) => width < 720)
    await card.getByRole('button', { name: 'Always allow…' }).waitFor()
    const edit = card.getByRole('textbox', { name: 'Edit input' })
    const toGround = () => edit.evaluate((field) => getComputedStyle(field).backgroundColor)
    for (const size of phones) {
      await page.setViewportSize(size)
      await isOneLineEach(card)
      expect((await edit.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await toGround()).toBe('rgba(0, 0, 0, 0)')
    }
    await edit.focus()
    expect(await toGround()).not.toBe('rgba(0, 0, 0, 0)')
    await card.getByRole('button', { name: 'Deny' }).press('Enter')
    await form.waitFor()
    for (const size of phones) {
      await page.setViewportSize(size)
      await isOneLineEach(form)
    }
    await form.getByRole('button', { name: 'Skip' }).press('Enter')
    await stage.says('Asked.')
  })

  it('names the agent that asks, also beside another that does', async () => {
    const { page, hub } = stage
    const toAgent = (description: string) => ({
      name: 'Agent',
      input: { subagent_type: 'general-purpose', description, prompt: `${description} now.` },
    })
    hub.model.script('Send two.', [{ tools: [toAgent('Count gulls'), toAgent('Count boats')] }, { text: 'Both sent.' }])
    for (const what of ['gulls', 'boats'])
      hub.model.script(`Count ${what} now.`, [
        { tools: [{ name: 'Bash', input: { command: `touch ${what}.txt` } }] },
        { text: 'Not counted.' },
      ])
    await page.setViewportSize({ width: 1280, height: 800 })
    await stage.show(await hub.begin({ prompt: 'Send two.' }))
    const card = (what: string) =>
      page.getByRole('group', { name: 'Approval: Bash' }).filter({ hasText: `touch ${what}.txt` })
    for (const what of ['gulls', 'boats'])
      await card(what).getByText(`The agent “Count ${what}” waits for this.`).waitFor()
    for (const what of ['gulls', 'boats']) await card(what).getByRole('button', { name: 'Deny' }).press('Enter')
    await stage.says('Both sent.')
  })

  it('is no wider for a wide preview, says how much is answered, and keeps words from the first Escape', async () => {
    const { page, hub } = stage
    const options = ['One', 'Two'].map((label) => ({ label, description: label, preview: `\`\`\`\n${LINE}\n\`\`\`` }))
    const questions = ['Which?', 'And which?'].map((question) => ({
      question,
      header: 'H',
      options,
      multiSelect: false,
    }))
    hub.model.script('Ask two.', [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }, { text: 'Skipped.' }])
    await page.setViewportSize({ width: 1280, height: 800 })
    await stage.show(await hub.begin({ prompt: 'Ask two.' }))
    const card = page.getByRole('form', { name: 'Question' })
    await card.getByText('0 of 2 answered').waitFor()
    await card.getByRole('radio', { name: 'One' }).first().check()
    await card.getByText('1 of 2 answered').waitFor()
    await card.getByText(LINE).waitFor()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const part of await card.locator('.question').all()) {
        const room = async () => (await toBox(card)).right - (await toBox(part)).right
        await expect.poll(room, { message: JSON.stringify(size) }).toBeGreaterThanOrEqual(0)
      }
    }
    const other = card.getByRole('textbox', { name: 'Other' }).first()
    await other.fill('In my own words')
    await page.keyboard.press('Escape')
    expect(await other.inputValue()).toBe('In my own words')
    expect(await card.evaluate((form) => form === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await stage.says('Skipped.')
  })
})
