import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { PageStage } from '../../stages/page-stage.ts'

const SERVER = join(root, 'packages/testkit/fixtures/mcp-form.mjs')
const mcpConfig = { mcpServers: { form: { command: process.execPath, args: [SERVER] } } }

// 2.1.38 has no forms.
describe('a form of an MCP server, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325', ['--allow-config'])
  })
  afterAll(() => stage.clear())

  it('has every kind of field, says what each takes and refuses what it does not, and sends times with their zone', async () => {
    const { page, hub } = stage
    // Half an hour beside the others, and not the zone of the machine.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' })
    hub.model.script('Ask me.', [{ tools: [{ name: 'mcp__form__ask', input: {} }] }, { text: 'Thank you.' }])
    await stage.show(await hub.begin({ prompt: 'Ask me.', mcpConfig, allowedTools: ['mcp__form__ask'] }))
    const card = page.getByRole('group', { name: 'Approval: form' })
    await card.getByText('Who are you?').waitFor()
    const field = (name: string) => card.getByLabel(name).first()
    const submit = card.getByRole('button', { name: 'Submit' })

    for (const words of ['As friends call you. 3 to 8 characters.', 'A whole number. 18 to 99.', 'Choose 1 to 2.'])
      await card.getByText(words, { exact: true }).waitFor()
    await card.getByText(/^By the clock here \(Asia\/(Kolkata|Calcutta)\)\.$/).waitFor()
    expect(await field('When').inputValue()).toBe('2026-01-02T15:00')
    expect(await field('Colour').inputValue()).toBe('g')
    expect(await card.getByRole('checkbox', { name: 'Tea' }).isChecked()).toBe(true)
    expect(await card.getByRole('checkbox', { name: 'Sure' }).isChecked()).toBe(true)

    const isRefused = async (words: string) => {
      await submit.click()
      const complaint = card.getByRole('alert').filter({ hasText: words })
      await complaint.waitFor()
      // The form is longer than its card: it leads to the field that the sentence is about.
      const [at, buttons] = [await complaint.boundingBox(), await submit.boundingBox()]
      expect((at?.y ?? 0) + (at?.height ?? 0), words).toBeLessThanOrEqual(buttons?.y ?? 0)
    }
    await isRefused("'Nick' is needed.")
    await field('Nick').fill('Al')
    await isRefused("'Nick' takes at least 3 characters; there are 2.")
    await field('Nick').fill('Alba')
    await field('Age').fill('17')
    await isRefused("'Age' takes at least 18, not 17.")
    await field('Age').fill('40')
    for (const day of ['Monday', 'Tuesday', 'Wednesday']) await card.getByRole('checkbox', { name: day }).check()
    await isRefused("'Days' takes at most 2 of its options; 3 are chosen.")
    await card.getByRole('checkbox', { name: 'Monday' }).uncheck()
    await field('Mail').fill('nobody')
    await isRefused("'Mail' takes an e-mail address, not 'nobody'.")
    await field('Mail').fill('alba@example.com')
    await field('Day').fill('2026-03-04')
    await field('Size').selectOption('Large')
    await submit.click()
    await stage.says('Thank you.')

    const sent = /Filled in: (\{.*?\})"/.exec(JSON.stringify(hub.asked.at(-1)?.messages).replaceAll('\\"', "'"))?.[1]
    expect(JSON.parse((sent ?? '').replaceAll("'", '"'))).toEqual({
      nick: 'Alba',
      mail: 'alba@example.com',
      site: 'https://example.com',
      day: '2026-03-04',
      when: '2026-01-02T15:00:00+05:30',
      age: 40,
      share: 0.5,
      sure: true,
      colour: 'g',
      size: 'l',
      extras: ['Tea'],
      days: ['tu', 'we'],
    })
  })
  it('is a button away from the call that waits for it', async () => {
    const { page, hub } = stage
    hub.model.script('Ask once.', [{ tools: [{ name: 'mcp__form__ask', input: {} }] }, { text: 'Never mind.' }])
    await stage.show(await hub.begin({ prompt: 'Ask once.', mcpConfig, allowedTools: ['mcp__form__ask'] }))
    const answer = stage.transcript.getByRole('button', { name: 'Answer', exact: true })
    await answer.focus()
    await page.keyboard.press('Enter')
    const card = page.getByRole('group', { name: 'Approval: form' })
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
    await card.getByRole('button', { name: 'Deny' }).click()
    await stage.says('Never mind.')
    await answer.waitFor({ state: 'detached' })
  })

  it('that cannot be drawn takes nothing else with it: it is shown as it came, and denied', async () => {
    const { hub } = stage
    hub.model.script('Ask me again.', [{ tools: [{ name: 'mcp__form__ask', input: {} }] }, { text: 'Then not.' }])
    const id = await hub.begin({ prompt: 'Ask me again.', mcpConfig, allowedTools: ['mcp__form__ask'] })
    const page = await stage.page.context().newPage()
    await page.addInitScript(() => {
      Date.prototype.getTimezoneOffset = () => {
        throw new Error('There is no clock')
      }
    })
    for (const path of [`/sessions/${id}`, '/inbox']) {
      await page.goto(hub.server.url + path)
      const card = page.getByRole('group', { name: 'Approval: form' })
      await card.getByText('form asks for something that cannot be shown').waitFor()
      await card.getByText('It can only be denied from here (There is no clock).').waitFor()
      await card.getByText('"As friends call you.').waitFor()
      expect(await card.getByRole('button').allInnerTexts()).toContain('Deny')
      expect(await card.getByRole('button', { name: 'Submit' }).count()).toBe(0)
    }
    await page.goto(`${hub.server.url}/sessions/${id}`)
    await page.getByRole('log', { name: 'Transcript' }).getByText('Ask me again.').waitFor()
    await page.getByRole('group', { name: 'Approval: form' }).getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('log', { name: 'Transcript' }).getByText('Then not.').waitFor()
    await page.close()
  })
})
