import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the composer, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let id: string

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    const { hub } = stage
    mkdirSync(join(hub.project, '.claude/commands'), { recursive: true })
    writeFileSync(
      join(hub.project, '.claude/commands/greet.md'),
      '---\ndescription: Says hello to somebody\nargument-hint: <name>\n---\nSay hello to $ARGUMENTS.\n',
    )
    writeFileSync(join(hub.project, 'with space.txt'), 'The secret word is pelican.\n')
    id = await hub.converse('First words.')
    await stage.show(id)
    await stage.isStatus('idle')
  })
  afterAll(() => stage.clear())
  beforeEach(async () => {
    await stage.message.fill('')
    await stage.message.focus()
  })

  it('completes a command with its argument, by keyboard, and the CLI runs it', async () => {
    const { page, message } = stage
    await page.keyboard.type('/gre')
    const option = page.getByRole('listbox', { name: 'Commands' }).getByRole('option', { name: '/greet' })
    await option.filter({ hasText: '<name>' }).filter({ hasText: 'Says hello to somebody' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await message.inputValue()).toBe('/greet ')
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await stage.hub.until(() => stage.hub.knows('Say hello to Ada.'))
    await stage.isStatus('idle')
  })

  it('completes a file whose name has a space, and the CLI reads it', async () => {
    const { page, hub, message } = stage
    await page.keyboard.type('See @wi')
    await page.getByRole('listbox', { name: 'Files' }).getByRole('option', { name: 'with space.txt' }).waitFor()
    // What fits the last letters comes late: the key waits for it, and is not lost.
    await page.route('**/api/files*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.keyboard.type('th')
    await page.keyboard.press('Enter')
    await hub.until(async () => (await message.inputValue()) === 'See @"with space.txt" ')
    await page.unroute('**/api/files*')
    await page.keyboard.press('Enter')
    await stage.hub.until(() => stage.hub.knows('The secret word is pelican.'))
    await stage.isStatus('idle')
  })

  it('keeps a draft over a reload, clears it with Escape, and gives it back with undo and with ↑', async () => {
    const { page, message } = stage
    await page.keyboard.type('A draft')
    await page.reload()
    await message.waitFor()
    expect(await message.inputValue()).toBe('A draft')
    await message.focus()
    await page.keyboard.press('Escape')
    expect(await message.inputValue()).toBe('')
    await page.keyboard.press('ControlOrMeta+z')
    expect(await message.inputValue()).toBe('A draft')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowUp')
    expect(await message.inputValue()).toBe('A draft')
  })

  it('finds an earlier prompt with Ctrl+R, and walks through them with ↑ and ↓', async () => {
    const { page, message } = stage
    await stage.says('with space.txt')
    await page.keyboard.press('ArrowUp')
    expect(await message.inputValue()).toContain('with space.txt')
    await page.keyboard.press('ArrowDown')
    expect(await message.inputValue()).toBe('')
    await page.keyboard.press('Control+r')
    await page.getByRole('combobox', { name: 'Find an earlier prompt' }).fill('first')
    await page.getByRole('option', { name: 'First words.' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await message.inputValue()).toBe('First words.')
  })

  it('sends a picture that was chosen, and puts any other file where Claude can read it', async () => {
    const { page, hub } = stage
    const choosing = page.waitForEvent('filechooser')
    await stage.button('Attach').click()
    await (await choosing).setFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: PIXEL },
      { name: '../no tes.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') },
    ])
    const attachments = page.getByRole('list', { name: 'Attachments' })
    await attachments.getByRole('img', { name: 'dot.png' }).waitFor()
    const path = await attachments.getByText('.csv').innerText()
    expect(path.startsWith(`${hub.project}/`)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('a,b\n')
    await page.getByRole('textbox', { name: 'Message' }).fill('Look at both.')
    await page.keyboard.press('Enter')
    await hub.until(() => hub.knows('Look at both.'))
    expect(JSON.stringify(hub.asked.at(-1))).toContain(PIXEL.toString('base64').slice(0, 40))
    await attachments.waitFor({ state: 'detached' })
    await stage.isStatus('idle')
  })

  it('says which picture is too large, and keeps the words', async () => {
    const { page, message } = stage
    await message.fill('Words to keep')
    const choosing = page.waitForEvent('filechooser')
    await stage.button('Attach').click()
    await (await choosing).setFiles([{ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) }])
    await page.getByRole('alert').filter({ hasText: "'big.png' has 6.0 MB; a picture may have 5 MB" }).waitFor()
    expect(await message.inputValue()).toBe('Words to keep')
  })

  it('leaves Enter to an input method that is composing', async () => {
    const { page, message } = stage
    await message.fill('にほん')
    await message.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    expect(await message.inputValue()).toBe('にほん')
    expect(await page.getByRole('article', { name: 'You' }).filter({ hasText: 'にほん' }).count()).toBe(0)
  })

  it('queues while a turn runs, moves and takes back by keyboard, and steers', async () => {
    const { page, hub } = stage
    hub.model.script('Hold on.', [
      {
        text: 'One moment please, this takes a while.',
        holdAfterDeltas: 1,
        tools: [{ name: 'Bash', input: { command: 'true' } }],
      },
      { text: 'Done with it.' },
    ])
    hub.model.script('Third thing, changed', [{ text: 'That too.' }])
    await page.keyboard.type('Hold on.')
    await page.keyboard.press('Enter')
    await hub.model.holding()
    await stage.isStatus('working')
    for (const words of ['Second thing', 'Third thing']) {
      await stage.message.fill(words)
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Queued messages' }).getByText(words).waitFor()
    }
    const queued = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Move up: Third thing' }).press('Enter')
    await queued.first().filter({ hasText: 'Third thing' }).waitFor()
    await page.getByRole('button', { name: 'Edit: Third thing' }).press('Enter')
    await page.getByRole('textbox', { name: 'Edit queued message' }).fill('Third thing, changed')
    await stage.button('Save').press('Enter')
    await page.getByRole('button', { name: 'Cancel: Second thing' }).press('Enter')
    await queued.filter({ hasText: 'Second thing' }).waitFor({ state: 'detached' })
    await stage.message.fill('Steer this way.')
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await page.getByText('with Claude already').waitFor()
    hub.model.release()
    await stage.says('That too.')
    await stage.isStatus('idle')
    expect(await stage.transcript.getByText('Second thing').count()).toBe(0)
    expect(JSON.stringify(hub.asked)).toContain('Steer this way.')
  })

  it('chooses model, mode and effort where the session is', async () => {
    const { page, hub } = stage
    await page.getByRole('combobox', { name: 'Permission mode' }).selectOption({ label: 'accept edits' })
    await page.getByRole('combobox', { name: 'Model' }).selectOption('haiku')
    await page.getByRole('combobox', { name: 'Effort' }).selectOption('low')
    await hub.untilRow(id, (detail) => JSON.stringify(detail).includes('acceptEdits'))
    hub.model.script('With which model?', [{ text: 'The small one.' }])
    await stage.message.fill('With which model?')
    await page.keyboard.press('Enter')
    await hub.until(() => String(hub.asked.at(-1)?.model).includes('haiku'))
    await stage.isStatus('idle')
    await hub.until(async () => (await page.getByRole('combobox', { name: 'Model' }).inputValue()) === 'haiku')
  })

  it('opens a panel for what only the terminal has, closes it with Escape, and sends nothing', async () => {
    const { page, hub } = stage
    const before = hub.asked.length
    for (const [typed, title, words] of [
      ['/help', 'Commands', '/greet'],
      ['/status', 'Status', '2.1.325'],
      ['/doctor', 'Is everything in order?', 'logged in ('],
      ['/model', 'Model and effort', 'Haiku'],
      ['/permissions', 'Permission rules', 'Never allowed'],
      ['/export', 'Export', 'Markdown'],
      ['/rewind', 'Rewind', 'First words.'],
      ['/keybindings-help', 'Keyboard shortcuts', 'Find an earlier prompt'],
    ] as const) {
      await stage.message.fill(typed)
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: title })
      await panel.getByText(words).first().waitFor()
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      expect(await stage.message.inputValue()).toBe('')
      expect(await stage.message.evaluate((field) => field === document.activeElement)).toBe(true)
    }
    expect(hub.asked).toHaveLength(before)
  })

  it('opens the next panel in the moment the one before was closed', async () => {
    const { page } = stage
    await stage.message.fill('/status')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Status' }).waitFor()
    await stage.message.evaluate(async (field: HTMLTextAreaElement) => {
      document.querySelector<HTMLElement>('dialog .sheet-head button')?.click()
      await Promise.resolve()
      field.select()
      document.execCommand('insertText', false, '/export')
      await Promise.resolve()
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    const panel = page.getByRole('dialog', { name: 'Export' })
    await panel.waitFor()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(await panel.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('edits a CLAUDE.md file, and shows what was changed meanwhile', async () => {
    const { page, hub } = stage
    const path = join(hub.project, 'CLAUDE.md')
    await stage.message.fill('/memory')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Memory' })
    await panel.getByRole('textbox', { name: 'What it says' }).fill('Be kind.')
    await stage.button('Save').click()
    await panel.getByText('Saved.').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('Be kind.')
    writeFileSync(path, 'Be quick.')
    await panel.getByRole('textbox', { name: 'What it says' }).fill('Be kind and careful.')
    await stage.button('Save').click()
    await panel.getByRole('region', { name: 'What the file says now' }).getByText('Be quick.').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('Be quick.')
    await stage.button('Save over it').click()
    await panel.getByText('Saved.').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('Be kind and careful.')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('adds a folder, and the conversation goes on there', async () => {
    const { page, hub } = stage
    const other = join(hub.home, 'other')
    mkdirSync(other)
    await hub.converse('Trust this.', { cwd: other })
    await stage.message.fill(`/add-dir ${other}`)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Add a folder' })
    await stage.button('Add it').click()
    await panel.getByText(`Claude may work in ${other} too.`).waitFor()
    await page.keyboard.press('Escape')
    hub.model.script('What do you know?', [{ text: 'All of it.' }])
    await stage.message.fill('What do you know?')
    await page.keyboard.press('Enter')
    await stage.says('All of it.')
    expect(JSON.stringify(hub.asked.at(-1))).toContain(other)
    expect(hub.knows('First words.')).toBe(true)
    await stage.isStatus('idle')
  })

  it('renames, plans and chooses a model at once, with what stands behind the command', async () => {
    const { page, hub } = stage
    await stage.message.fill('/rename A better title')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A better title' }).waitFor()
    hub.model.script('Think it over.', [{ text: 'Thought.' }])
    await stage.message.fill('/plan Think it over.')
    await page.keyboard.press('Enter')
    await stage.says('Thought.')
    await stage.isStatus('idle')
    await hub.until(async () => (await page.getByRole('combobox', { name: 'Permission mode' }).inputValue()) === 'plan')
  })

  it('leaves the focus where a person types, and moves it from card to card where they decide', async () => {
    const { page, hub } = stage
    const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command } }] })
    hub.model.script('Three files.', [
      bash('touch one.txt'),
      bash('touch two.txt'),
      bash('touch three.txt'),
      { text: 'All asked.' },
    ])
    const asking = await hub.begin({ prompt: 'Three files.' })
    await hub.untilRow(asking, ({ pending }) => pending > 0)
    await stage.show(asking)
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

    // The card is there, and what is typed is a message still.
    await card.getByText('touch one.txt').waitFor()
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('Later, please')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Queued messages' }).getByText('Later, please').waitFor()
    await page.getByRole('button', { name: 'Cancel: Later, please' }).click()
    expect(existsSync(join(hub.project, 'one.txt'))).toBe(false)

    await page.keyboard.press('ControlOrMeta+.')
    expect(await isFocused(card)).toBe(true)
    await card.getByRole('button', { name: 'Allow once' }).focus()
    await page.keyboard.press('Enter')
    await card.getByText('touch two.txt').waitFor()
    // The next card has the focus, and none of its buttons: keys that are still coming decide nothing.
    await hub.until(() => isFocused(card))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    const [item] = (await hub.inbox()).filter(({ sessionId }) => sessionId === asking)
    expect(item?.input).toMatchObject({ command: 'touch two.txt' })
    expect(existsSync(join(hub.project, 'two.txt'))).toBe(false)

    // Somebody else answers: it is said who.
    const answer = { request_id: item?.requestId, behavior: 'deny', message: 'Not that one.' }
    await hub.call('POST', `/api/claude/sessions/${asking}/permission`, answer)
    await card.getByText('touch three.txt').waitFor()
    await page.getByText('Bash was denied by a program. It said: Not that one.').waitFor()
    // The card is drawn before it gets the focus, and an Escape in between is meant for none.
    await hub.until(() => isFocused(card))
    await page.keyboard.press('Escape')
    await stage.says('All asked.')
    await hub.until(() => isFocused(stage.message))
    expect(existsSync(join(hub.project, 'one.txt'))).toBe(true)
    expect(existsSync(join(hub.project, 'three.txt'))).toBe(false)
  })

  it('sends an edited input, bound to what was shown, and keeps a rule where it says', async () => {
    const { page, hub } = stage
    hub.model.script('Edit this.', [
      { tools: [{ name: 'Bash', input: { command: 'touch asked.txt\u202e' } }] },
      { tools: [{ name: 'Bash', input: { command: 'npm test' } }] },
      { text: 'Both done.' },
    ])
    const asking = await hub.begin({ prompt: 'Edit this.' })
    await stage.show(asking)
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    const edit = card.getByRole('textbox', { name: 'Edit input' })
    await edit.focus()
    expect(await edit.inputValue()).toContain('touch asked.txt\\u202e')
    await edit.fill('{"command":"touch edited.txt"}')
    await card.getByText('goes out, in the place of what was asked').waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await card.getByText('npm test').waitFor()
    expect(existsSync(join(hub.project, 'edited.txt'))).toBe(true)
    await card.getByRole('button', { name: 'Always allow…' }).press('Enter')
    const menu = page.getByRole('menu', { name: 'Always allow' })
    await menu.getByRole('menuitem', { name: /Always allow Bash\(npm test.*for you in this project/ }).press('Enter')
    await stage.says('Both done.')
    expect(readFileSync(join(hub.project, '.claude/settings.local.json'), 'utf8')).toContain('npm test')
  })

  it('answers questions by keyboard, one of several, several, and in other words', async () => {
    const { page, hub } = stage
    const option = (label: string) => ({ label, description: `The ${label} one` })
    const questions = [
      { question: 'Which one?', header: 'One', multiSelect: false, options: [option('Red'), option('Blue')] },
      { question: 'Which sizes?', header: 'Sizes', multiSelect: true, options: [option('S'), option('M')] },
      { question: 'What else?', header: 'Else', multiSelect: false, options: [option('Yes'), option('No')] },
    ]
    hub.model.script('Ask me.', [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }, { text: 'Thanks.' }])
    await stage.show(await hub.begin({ prompt: 'Ask me.' }))
    const form = page.getByRole('form', { name: 'Question' })
    await form.getByRole('radio', { name: /^Blue/ }).press('Space')
    for (const size of ['S', 'M']) await form.getByRole('checkbox', { name: new RegExp(`^${size} `) }).press('Space')
    await form
      .getByRole('group', { name: /What else/ })
      .getByRole('textbox', { name: 'Other' })
      .fill('Perhaps')
    await page.keyboard.press('Enter')
    await stage.says('Thanks.')
    const told = JSON.stringify(hub.model.toolResults())
    for (const words of ['Blue', 'S, M', 'Perhaps']) expect(told).toContain(words)
  })

  it('keeps planning with words, then approves, and edits are accepted from then on', async () => {
    const { page, hub } = stage
    const plan = { tools: [{ name: 'ExitPlanMode', input: { plan: '# The plan\n\n1. Look' } }] }
    hub.model.script('Plan this.', [plan, plan, { text: 'On it.' }])
    await stage.show(await hub.begin({ prompt: 'Plan this.', permissionMode: 'plan' }))
    const card = page.getByRole('group', { name: 'Plan' })
    await card.getByRole('textbox', { name: 'What to change' }).fill('Look twice.')
    await card.getByRole('button', { name: 'Keep planning' }).click()
    await hub.until(() => hub.knows('Look twice.'))
    await card.getByRole('button', { name: 'Approve and accept edits' }).click()
    await stage.says('On it.')
    const mode = page.getByRole('combobox', { name: 'Permission mode' })
    await hub.until(async () => (await mode.inputValue()) === 'acceptEdits')
  })
})
