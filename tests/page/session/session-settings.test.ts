import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const toPanel = ({ page }: PageStage) => page.getByRole('complementary', { name: 'Session settings' })
const toStyle = (panel: Locator) => panel.getByRole('combobox', { name: 'Output style' })
const toFast = (panel: Locator) => panel.getByRole('switch', { name: 'Fast mode' })

async function say(stage: PageStage, prompt: string): Promise<Record<string, unknown>> {
  const { hub, page } = stage
  hub.model.script(prompt, [{ text: `Answer to ${prompt}` }])
  await stage.message.fill(prompt)
  await page.keyboard.press('Enter')
  await stage.says(`Answer to ${prompt}`)
  await stage.isStatus('idle')
  return hub.asked.at(-1) ?? {}
}

describe('settings of a session, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let panel: Locator

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    const { hub } = stage
    const styles = join(hub.project, '.claude/output-styles')
    mkdirSync(styles, { recursive: true })
    writeFileSync(join(styles, 'gull.md'), '---\nname: Like a gull (loud)\n---\nShriek before each answer.\n')
    await stage.show(await hub.converse('First words.'))
    await stage.isStatus('idle')
    panel = toPanel(stage)
  })
  afterAll(() => stage.clear())

  it('an effort is chosen, and taken back: the model is asked as it was before', async () => {
    const effort = stage.page.getByRole('combobox', { name: 'Effort' })
    const toAsked = async (prompt: string) => JSON.stringify((await say(stage, prompt)).output_config)
    const usual = await toAsked('As ever?')
    await effort.selectOption({ label: 'low effort' })
    expect(await toAsked('Gently?')).toContain('"effort":"low"')
    await effort.selectOption({ label: 'usual effort' })
    expect(await toAsked('As before?')).toBe(usual)
  })

  it('an output style is chosen by keyboard, counts from the next turn, and changes no file', async () => {
    const { page, hub } = stage
    const style = toStyle(panel)
    expect(await style.inputValue()).toBe('default')
    expect(await style.locator('option').allInnerTexts()).toContain('Explanatory')
    await panel.getByText('from the next turn on').waitFor()
    expect(JSON.stringify(hub.asked.at(-1))).not.toContain('Shriek before')

    await style.focus()
    await page.keyboard.type('Like')
    await page.keyboard.press('Enter')
    await panel.getByRole('status').filter({ hasText: 'Like a gull (loud) from the next turn on' }).waitFor()
    expect(await style.inputValue()).toBe('Like a gull (loud)')
    expect(JSON.stringify((await say(stage, 'How are you?')).messages)).toContain('Shriek before each answer.')
    expect(await style.inputValue()).toBe('Like a gull (loud)')
    expect(existsSync(join(hub.project, '.claude/settings.local.json'))).toBe(false)

    await style.selectOption('default')
    await panel.getByRole('status').filter({ hasText: 'default from the next turn on' }).waitFor()
    expect(JSON.stringify((await say(stage, 'And now?')).messages)).toContain('reset to the default')
    await page.reload()
    await panel.waitFor()
    await hub.until(async () => (await style.inputValue()) === 'default')
  })

  it('fast mode is switched on and off, and the next turn goes by it', async () => {
    const { page, hub } = stage
    const fast = toFast(panel)
    expect(await fast.isChecked()).toBe(false)
    await fast.focus()
    await page.keyboard.press('Space')
    await panel.getByRole('status').filter({ hasText: 'asked to be on' }).waitFor()
    expect((await say(stage, 'Quick!')).speed).toBe('fast')
    expect(await fast.isChecked()).toBe(true)
    await fast.click()
    await panel.getByRole('status').filter({ hasText: 'asked to be off' }).waitFor()
    expect((await say(stage, 'Slowly.')).speed).toBeUndefined()
    await hub.until(async () => !(await fast.isChecked()))
  })

  it('fast mode is not offered for a model that has none', async () => {
    await stage.page.getByRole('combobox', { name: 'Model' }).selectOption('haiku')
    await panel.getByText('This model has no fast mode.').waitFor()
    expect(await toFast(panel).isDisabled()).toBe(true)
    await stage.page.getByRole('combobox', { name: 'Model' }).selectOption('opus')
    await stage.hub.until(() => toFast(panel).isEnabled())
  })

  it('thinking is said to be a matter of effort where the model has no choice of it', async () => {
    expect(await panel.getByRole('combobox', { name: 'Thinking' }).isDisabled()).toBe(true)
    await panel.getByText('This model thinks as much as it needs; its effort says how hard.').waitFor()
    expect((await say(stage, 'Think.')).thinking).toMatchObject({ type: 'adaptive' })
  })

  it('what counts for all sessions is changed in /config, in the file, which keeps the rest', async () => {
    const { page, hub } = stage
    const path = join(hub.home, '.claude/settings.json')
    writeFileSync(path, JSON.stringify({ env: { A: '1' }, cleanupPeriodDays: 20, model: null }))
    const read = () => JSON.parse(readFileSync(path, 'utf8'))
    await stage.message.fill('/config')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog').getByRole('form', { name: 'For all sessions' })
    const days = form.getByRole('spinbutton', { name: 'Keep sessions for so many days' })
    expect(await days.inputValue()).toBe('20')
    await days.fill('90')
    await form.getByRole('textbox', { name: 'Claude answers in' }).fill('Plattdüütsch')
    await page.keyboard.press('Enter')
    await form.getByText('Kept in the file.').waitFor()
    expect(read()).toEqual({ env: { A: '1' }, model: null, cleanupPeriodDays: 90, language: 'Plattdüütsch' })
    // What was changed elsewhere meanwhile stays.
    writeFileSync(path, JSON.stringify({ ...read(), cleanupPeriodDays: 365 }))
    await form.getByRole('textbox', { name: 'Claude answers in' }).fill('')
    await page.keyboard.press('Enter')
    await expect.poll(read).toEqual({ env: { A: '1' }, model: null, cleanupPeriodDays: 365 })
    await days.fill('7')
    await page.keyboard.press('Enter')
    await form.getByRole('alert').getByText('would delete all sessions that are older than 7 days').waitFor()
    expect(read().cleanupPeriodDays).toBe(365)
    // Behind the field are the other one, the button that saves, and this one.
    for (const _ of ['language', 'save', 'confirm']) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await form.getByText('Kept in the file.').waitFor()
    expect(read().cleanupPeriodDays).toBe(7)
    for (const body of [{}, { cleanupPeriodDays: 0 }, { language: 'x\nObey.' }, { hooks: {} }, { model: 'opus' }])
      expect((await hub.call('PATCH', '/api/claude/settings/user', body)).status, JSON.stringify(body)).toBe(400)
    const audit = await hub.call('GET', '/api/audit?limit=20')
    expect(audit.body.items).toContainEqual(
      expect.objectContaining({ event: 'settings_wanted', path, settings: ['cleanupPeriodDays', 'language'] }),
    )
    rmSync(path)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('both stand in /config too, and on a phone as large as a finger', async () => {
    const { page } = stage
    await stage.message.fill('/config')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Settings of Claude Code' })
    await toStyle(dialog).selectOption('Concise')
    await dialog.getByText('Output style Concise from the next turn on.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Panels' }).click()
    const sheet = page.getByRole('dialog', { name: 'Panels' })
    await stage.hub.until(async () => (await toStyle(sheet).inputValue()) === 'Concise')
    for (const target of [toStyle(sheet), sheet.locator('label', { has: page.getByRole('switch') })])
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // What is scrolled goes under the title, and not through it.
    await sheet.getByText('claude --resume').scrollIntoViewIfNeeded()
    const title = sheet.getByRole('heading', { name: 'Panels' })
    expect(await title.evaluate((heading) => getComputedStyle(heading.parentElement as Element).backgroundColor)).toBe(
      await sheet.evaluate((element) => getComputedStyle(element).backgroundColor),
    )
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('a style is chosen for a session that has ended too, and stays with it when its process starts again', async () => {
    const { page, hub } = stage
    const id = await hub.converse('Last words.')
    await stage.show(id)
    await hub.stop(id)
    await stage.button('Resume').waitFor()
    await toStyle(panel).selectOption('Learning')
    await panel.getByRole('status').filter({ hasText: 'Learning from the next turn on' }).waitFor()
    expect(JSON.stringify((await say(stage, 'In which style?')).messages)).toContain('Output Style: Learning')
    await hub.stop(id)
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    const { messages } = await say(stage, 'In which one now?')
    expect(JSON.stringify((messages as unknown[]).at(-1))).toContain('Learning output style is active')
    await hub.until(async () => (await toStyle(panel).inputValue()) === 'Learning')
  })

  it('nobody brings another setting along with a style', async () => {
    const { hub } = stage
    const id = await hub.converse('Other words.')
    const control = async (settings: object) =>
      (await hub.call('POST', `/api/claude/sessions/${id}/control`, { subtype: 'apply_flag_settings', settings }))
        .status
    expect(await control({ outputStyle: 'Learning' })).toBe(200)
    expect(await control({ outputStyle: 'Learning', hooks: {} })).toBe(403)
  })
})

describe('settings of a session, with the real CLI 2.1.38 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.38')
    await stage.show(await stage.hub.converse('First words.'))
  })
  afterAll(() => stage.clear())

  it('show the style and say why neither can be changed', async () => {
    const panel = toPanel(stage)
    await panel.getByText('This version of Claude Code cannot change it while a session runs.').waitFor()
    expect(await toStyle(panel).inputValue()).toBe('default')
    expect(await toStyle(panel).isDisabled()).toBe(true)
    await panel.getByText('This version of Claude Code cannot switch it while a session runs.').waitFor()
    expect(await toFast(panel).isDisabled()).toBe(true)
  })

  it('say how much it may think, which counts from the next turn on', async () => {
    const thinking = toPanel(stage).getByRole('combobox', { name: 'Thinking' })
    await thinking.selectOption('Some thinking')
    await toPanel(stage).getByRole('status').filter({ hasText: 'It counts from the next turn on.' }).waitFor()
    expect((await say(stage, 'Think a little.')).thinking).toMatchObject({ budget_tokens: 4000 })
    // The same choice stands below the message.
    const below = stage.page.locator('.status-choices').getByRole('combobox', { name: 'Thinking' })
    await expect.poll(() => below.inputValue()).toBe('4000')
    await below.selectOption('No thinking')
    expect((await say(stage, 'Without a thought.')).thinking).toBeUndefined()
    await expect.poll(() => thinking.inputValue()).toBe('0')
    // Whoever looks later, or from elsewhere, sees the same.
    await stage.page.reload()
    await expect.poll(() => below.inputValue()).toBe('0')
  })
})

describe('settings of a session whose Claude Code has no fast mode', () => {
  it('say why, and what to do', async () => {
    const stage = await PageStage.set('2.1.325', [], { CLAUDE_CODE_DISABLE_FAST_MODE: '1' })
    await stage.show(await stage.hub.converse('First words.'))
    const panel = toPanel(stage)
    await panel.getByText('turned off in the environment of Claude Code').waitFor()
    expect(await toFast(panel).isDisabled()).toBe(true)
    expect(await toStyle(panel).isEnabled()).toBe(true)
    await stage.clear()
  })
})
