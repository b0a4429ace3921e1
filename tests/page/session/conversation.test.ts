import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CLI_VERSIONS,
  findRealCli,
  openPaired,
  type ScriptedModel,
  startBrowser,
  startScriptedModel,
  startServer,
  type TestBrowser,
  type TestServer,
  toCliEnv,
} from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const LONG = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')

describe.each(CLI_VERSIONS)('a conversation with the real CLI %s, in a real browser', (version) => {
  let home: string
  let cwd: string
  let model: ScriptedModel
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'quarterdeck-test-'))
    cwd = join(home, 'project')
    mkdirSync(cwd)
    model = await startScriptedModel()
    server = await startOnHome()
    browser = await startBrowser()
    page = await browser.context.newPage()
  })

  afterEach(async () => {
    await browser.close()
    await server.end()
    await model.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  function startOnHome() {
    const env = toCliEnv({ home, modelUrl: model.url })
    return startServer({ data: join(home, 'data'), env, args: ['--claude', findRealCli(version)] })
  }

  async function startSession(prompt: string) {
    await openPaired(page, server)
    await page.getByRole('button', { name: 'New session' }).click()
    const dialog = page.getByRole('dialog', { name: 'New session' })
    await dialog.getByRole('textbox', { name: 'Project folder' }).fill(cwd)
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('checkbox', { name: 'I trust this folder' }).check()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  const transcript = () => page.getByRole('log', { name: 'Transcript' })
  const status = () => page.getByRole('status', { name: 'Session status' })
  const says = (text: string) => transcript().getByText(text).first().waitFor()
  const isStatus = (text: string) => status().filter({ hasText: text }).waitFor()

  async function send(text: string) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }

  it('streams text, asks before a command, runs it when allowed and not when denied, and is all there after a reload', async () => {
    model.script('Please make two files.', [
      { text: 'I will make them.', tools: [{ name: 'Bash', input: { command: 'touch allowed.txt' } }] },
      { tools: [{ name: 'Bash', input: { command: 'touch denied.txt' } }] },
      { text: 'That is how it went.' },
    ])
    await startSession('Please make two files.')
    const approval = page.getByRole('group', { name: 'Approval: Bash' })
    await approval.getByText('touch allowed.txt').waitFor()
    await isStatus('awaiting approval')
    expect(existsSync(join(cwd, 'allowed.txt'))).toBe(false)

    // The approval is state, not an event: another look at the page finds it as it was.
    await page.reload()
    await approval.getByRole('button', { name: 'Allow once' }).click()

    await approval.getByText('touch denied.txt').waitFor()
    await approval.getByRole('textbox', { name: 'Reason' }).fill('Not that one.')
    await approval.getByRole('button', { name: 'Deny' }).click()
    await says('That is how it went.')
    await isStatus('idle')
    expect(existsSync(join(cwd, 'allowed.txt'))).toBe(true)
    expect(existsSync(join(cwd, 'denied.txt'))).toBe(false)
    expect(JSON.stringify(model.requests.at(-1))).toContain('Not that one.')

    const before = await transcript().innerText()
    await page.reload()
    await says('That is how it went.')
    expect(await transcript().innerText()).toBe(before)
    expect(before.match(/Please make two files/g)).toHaveLength(1)
    expect(before.match(/I will make them/g)).toHaveLength(1)
  })

  it('shows text while it is being written, and stops in the middle of it', async () => {
    model.script('Count.', [{ text: LONG, delayMs: 30 }])
    await startSession('Count.')
    await page.getByRole('article', { name: 'Claude, writing' }).getByText('word0').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await says('The turn was stopped.')
    await isStatus('idle')
    const shown = await transcript().innerText()
    expect(shown).toContain('word0 ')
    expect(shown).not.toContain('word399')
    expect(shown).not.toContain('Request interrupted')

    model.script('Go on.', [{ text: 'Here I am again.' }])
    await send('Go on.')
    await says('Here I am again.')
  })

  it('can be used by keyboard alone: approve, deny with a reason, and stop with Escape', async () => {
    model.script('Make a file.', [
      { tools: [{ name: 'Bash', input: { command: 'touch first.txt' } }] },
      { tools: [{ name: 'Bash', input: { command: 'touch second.txt' } }] },
      { text: LONG, delayMs: 30 },
    ])
    await startSession('Make a file.')
    const approval = page.getByRole('group', { name: 'Approval: Bash' })
    await approval.getByText('touch first.txt').waitFor()
    const allow = approval.getByRole('button', { name: 'Allow once' })
    // A key does not wait, as a click does, until its end has been on the screen.
    await allow.and(page.locator(':not([aria-disabled=true])')).focus()
    await page.keyboard.press('Enter')
    await approval.getByText('touch second.txt').waitFor()
    await approval.getByRole('textbox', { name: 'Reason' }).focus()
    await page.keyboard.type('Not this.')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Claude, writing' }).getByText('word0').waitFor()
    // The card is gone, and with it the focus: typing goes to the message, and Escape stops the turn.
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.press('Escape')
    await says('The turn was stopped.')
    expect(existsSync(join(cwd, 'first.txt'))).toBe(true)
    expect(existsSync(join(cwd, 'second.txt'))).toBe(false)
  })

  it('goes on after the server was killed: the approval is still open, and the turn goes on with its answer', async () => {
    model.script('Make a file.', [
      { tools: [{ name: 'Bash', input: { command: 'echo made > made.txt' } }] },
      { text: 'It is made.' },
    ])
    await startSession('Make a file.')
    const card = () => page.getByRole('group', { name: 'Approval: Bash' })
    await card().waitFor()
    await server.kill()
    server = await startOnHome()

    await openPaired(page, server)
    await page.getByRole('list', { name: 'Sessions' }).getByText('Make a file.').click()
    await card().getByRole('button', { name: 'Allow once' }).click()
    await says('It is made.')
    await isStatus('idle')
    expect(existsSync(join(cwd, 'made.txt'))).toBe(true)
  })

  it('goes on after its session was ended: the conversation is still there, and a message resumes it', async () => {
    model.script('Remember the word pelican.', [{ text: 'I will.' }])
    model.script('Which word?', [{ text: 'It was pelican.' }])
    await startSession('Remember the word pelican.')
    await says('I will.')
    await isStatus('idle')
    await server.end()
    server = await startOnHome()

    await openPaired(page, server)
    await page.getByRole('list', { name: 'Sessions' }).getByText('Remember the word pelican.').click()
    await says('I will.')
    await isStatus('disconnected')
    await send('Which word?')
    await says('It was pelican.')
    expect(JSON.stringify(model.requests.at(-1))).toContain('Remember the word pelican.')
  })
})
