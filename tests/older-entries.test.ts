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
import { agentOf, turnsOf, type WrittenAgents, type WrittenLine, writeLines } from './written-lines.ts'

const NOTHING = 'Nothing has been said yet.'

describe('what came before', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-older-')))
  const cli = new StreamingCli(home)
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    server = await startServer({
      data: join(home, 'data'),
      env: { PATH: process.env.PATH ?? '', HOME: home },
      args: ['--claude', cli.path],
    })
    browser = await startBrowser()
    page = await browser.context.newPage()
    page.setDefaultTimeout(20_000)
    await openPaired(page, server)
  })

  afterAll(async () => {
    await browser.close()
    await server.end()
    cli.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  const log = () => page.getByRole('log', { name: 'Transcript' })
  const countRows = () => log().evaluate((element) => Number(element.getAttribute('data-rows')))
  const isOpen = () => page.locator('[role=log][aria-label=Transcript][aria-busy=false]').waitFor()

  async function open(lines: readonly WrittenLine[], agents: WrittenAgents = {}): Promise<void> {
    const { sessionId } = writeLines(home, cli.cwd, lines, agents)
    await page.goto(`${server.url}/sessions/${sessionId}`)
    await isOpen()
  }

  it('an agent of many lines is there where the view has room for it, and what is read stays where it is', async () => {
    const answer = Promise.withResolvers<void>()
    await page.route('**/messages?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    await open(
      [
        { prompt: 'Send somebody.' },
        { calls: 'Agent', id: 'sent', input: { description: 'Scout', prompt: 'Look around.' } },
        { resultOf: 'sent', gives: 'All is well.' },
        { says: 'They are back.' },
      ],
      { sent: agentOf(700) },
    )
    const last = log().getByText('They are back.')
    await last.waitFor()
    const before = await last.boundingBox()
    answer.resolve()
    await log().getByText('Send somebody.').waitFor()
    expect(Math.abs(((await last.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
    await page.unroute('**/messages?*')
  })

  it('an agent that is at work hides nothing of it, and no more is read than the view has room for', async () => {
    await open(
      [
        ...turnsOf(600),
        { prompt: 'Send somebody.' },
        { calls: 'Agent', id: 'at-work', input: { description: 'Scout', prompt: 'Look around.' } },
      ],
      { 'at-work': agentOf(450) },
    )
    expect(await log().getByText(NOTHING).count()).toBe(0)
    await log().getByText('Send somebody.').waitFor()
    await log().getByText('Answer 599.').waitFor()
    expect(await countRows()).toBeLessThan(400)
  })
})
