import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openPaired,
  StreamingCli,
  startBrowser,
  startServer,
  type TestBrowser,
  type TestServer,
} from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SUGGESTIONS = [
  { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow', destination: 'localSettings' },
]

// Of these hints the real CLI sends one for questions and plans alone: here a program says them in its place.
describe('hints of the CLI about an approval, in a real browser', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-hints-')))
  const cli = new StreamingCli(home)
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    const env = { PATH: process.env.PATH ?? '', HOME: home }
    server = await startServer({ data: join(home, 'data'), env, args: ['--claude', cli.path] })
    const answer = await fetch(`${server.url}/api/claude/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: cli.cwd, trust: true }),
    })
    expect(answer.status).toBe(201)
    browser = await startBrowser()
    page = await browser.context.newPage()
    page.setDefaultTimeout(20_000)
    await openPaired(page, server)
    await page.goto(`${server.url}/inbox`)
  })
  afterAll(async () => {
    await browser.close()
    await server.end()
    cli.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  function ask(id: string, command: string, hints: object = {}) {
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command }, tool_use_id: `toolu_${id}` }
    cli.say({
      type: 'control_request',
      request_id: id,
      request: { ...request, permission_suggestions: SUGGESTIONS, ...hints },
    })
  }
  const cards = (command: string) => page.locator('section.inbox-item').filter({ hasText: command })
  const press = async (key: string, times = 1) => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    for (let count = 0; count < times; count++) await page.keyboard.press(key)
  }

  it('suppress_always_allow_rule: the card offers no rule', async () => {
    ask('plain', 'ls plain')
    await cards('ls plain').getByRole('button', { name: 'Always allow…' }).waitFor()
    ask('once', 'ls once', { suppress_always_allow_rule: true })
    await cards('ls once').getByRole('button', { name: 'Allow once' }).waitFor()
    expect(await cards('ls once').getByRole('button', { name: 'Always allow…' }).count()).toBe(0)
    for (const command of ['ls plain', 'ls once']) await cards(command).getByRole('button', { name: 'Deny' }).click()
    await page.locator('section.inbox-item').first().waitFor({ state: 'detached' })
  })

  it.each(['default_to_no', 'requires_user_interaction'])(
    '%s: the key only leads to the card, which is in no batch, and its own button allows it',
    async (hint) => {
      const command = `rm ${hint}`
      ask(`${hint} 1`, command, { [hint]: true })
      await cards(command).getByText('wants a person to look at this one: read it').waitFor()
      await press('a', 2)
      await page.getByText('a key does not allow it').waitFor()
      await page.locator('.card:focus').waitFor()
      await press('a', 2)

      ask(`${hint} 2`, command)
      ask(`${hint} 3`, command)
      await page.getByText('3 wait for you').waitFor()
      const all = page.getByRole('button', { name: 'Allow all 2 like this' })
      // What is allowed was seen to its end.
      const seen = page.locator('section.inbox-item').filter({ has: all }).first()
      await seen.getByText('Read to the end of it first').waitFor({ state: 'detached' })
      await all.first().click()
      await page.getByText('1 waits for you').waitFor()
      await cards(command).getByRole('button', { name: 'Allow once' }).click()
      await cards(command).waitFor({ state: 'detached' })
    },
  )

  it('default_to_no: nor does a key allow it in its session', async () => {
    ask('alone', 'rm alone', { default_to_no: true })
    await cards('rm alone').getByRole('link').first().click()
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    await card.getByText('wants a person to look at this one: read it').waitFor()
    await page.keyboard.press('ControlOrMeta+.')
    await page.keyboard.press('a')
    await page.getByText('a key does not allow it').waitFor()
    await page.keyboard.press('d')
    await card.waitFor({ state: 'detached' })
  })
})
