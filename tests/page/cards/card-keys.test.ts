import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command } }] })

describe('a card in a session by keyboard, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  it('is allowed by a and denied by d while it has the focus, and one that came by itself by the second press', async () => {
    const { page, hub } = stage
    hub.model.script('Make three.', [
      bash('touch one'),
      bash('touch two'),
      bash('touch three'),
      { text: 'One is made.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Make three.' }))
    const card = (name: string) =>
      page.getByRole('group', { name: 'Approval: Bash' }).filter({ hasText: `touch ${name}` })
    await card('one').waitFor()
    // Elsewhere the key means nothing, or itself.
    await stage.message.fill('')
    await page.keyboard.press('a')
    expect(await stage.message.inputValue()).toBe('a')
    await card('one').getByRole('textbox', { name: 'Reason' }).focus()
    await page.keyboard.press('d')
    expect(await card('one').getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('d')
    await card('one').getByRole('button', { name: 'Deny' }).focus()
    await page.keyboard.press('a')
    await page.keyboard.press('ControlOrMeta+.')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Allow once, on a card in focus').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+.')
    await page.keyboard.press('a')
    await card('two').waitFor()
    await expect.poll(() => card('two').evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.press('a')
    await page.getByText('When you have read to the end of it, press again.').waitFor()
    await page.keyboard.press('d')
    await card('three').waitFor()
    await page.keyboard.press('d')
    await page.getByText('press again').waitFor()
    await page.keyboard.press('d')
    await stage.says('One is made.')
    expect(['one', 'two', 'three'].filter((name) => existsSync(join(hub.project, name)))).toEqual(['one'])
  })

  it('has a suggested rule changed before it is kept, and says what the server does not take, with nothing lost', async () => {
    const { page, hub } = stage
    const again = bash('touch made again')
    hub.model.script('Narrow it.', [again, again, bash('touch made else'), { text: 'Narrowed.' }])
    await stage.show(await hub.begin({ prompt: 'Narrow it.' }))
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    await card.getByRole('button', { name: 'Always allow…' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Change the rule…' }).first().press('Enter')
    const form = card.getByRole('form', { name: 'Change the rule' })
    const fields = form.getByRole('textbox')
    await expect.poll(() => fields.first().evaluate((field) => field === document.activeElement)).toBe(true)
    await fields.first().fill(' ')
    await fields.first().press('Enter')
    await form.getByText('would allow everything').waitFor()
    await fields.first().fill('touch (made)')
    await fields.first().press('Enter')
    await card.getByText('must be one line without parentheses').waitFor()
    expect(await fields.first().inputValue()).toBe('touch (made)')
    await page.reload()
    await expect.poll(() => fields.first().inputValue()).toBe('touch (made)')
    await page.setViewportSize({ width: 360, height: 640 })
    for (const part of [fields.first(), form.getByRole('combobox'), form.getByRole('button').first()]) {
      const box = await part.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    // Escape leaves the form, and the card waits on.
    await fields.first().press('Escape')
    await form.waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Always allow…' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Change the rule…' }).first().press('Enter')
    expect(await fields.first().inputValue()).toBe('touch made *')
    await fields.first().fill('touch made again')
    await form.getByRole('combobox', { name: 'Where the rule is kept' }).selectOption('for this session')
    await form.getByRole('button', { name: 'Always allow this' }).press('Enter')
    await card.filter({ hasText: 'touch made else' }).getByRole('button', { name: 'Deny' }).press('Enter')
    await stage.says('Narrowed.')
  })
})
