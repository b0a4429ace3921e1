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
  writeSession,
} from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentOf, turnsOf, type WrittenAgents, type WrittenLine, writeLines } from '../../stages/written-lines.ts'

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

  it('is said to be read, and why it cannot be, and is read when one tries again: nothing moves for it', async () => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    let answer = Promise.withResolvers<boolean>()
    // The page says that it reads before its request is here.
    const asked = Promise.withResolvers<void>()
    await page.route('**/messages?*', async (route) => {
      asked.resolve()
      await ((await answer.promise) ? route.continue() : route.abort())
    })
    await open(turnsOf(300))
    const toStart = () => log().evaluate((element) => element.scrollTo({ top: 0 }))
    const first = log().getByText('Prompt 200.')
    await toStart()
    await log().getByText('Reading what came before…').waitFor()
    const before = await first.boundingBox()
    const isStill = async () =>
      expect(Math.abs(((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
    await asked.promise
    answer.resolve(false)
    answer = Promise.withResolvers()
    const alert = log().getByRole('alert').filter({ hasText: 'What came before could not be read.' })
    await alert.waitFor()
    await isStill()
    // Whoever goes on reading does not ask again and again.
    await log().evaluate((element) => element.scrollTo({ top: 40 }))
    await toStart()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await log().getByText('Reading what came before…').waitFor()
    await isStill()
    const rows = await countRows()
    answer.resolve(true)
    await expect.poll(countRows).toBeGreaterThan(rows)
    await isStill()
    await alert.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await page.unroute('**/messages?*')
  })

  it('a branch whose messages cannot be read is not shown, and why is said', async () => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const says = (line: number) => (line === 3 ? 'Left it is.' : `Line ${line}.`)
    const parted = writeSession(home, cli.cwd, 200, says, (line) => (line === 4 ? 1 : line - 1))
    await page.goto(`${server.url}/sessions/${parted.sessionId}`)
    await isOpen()
    await page.route('**/messages?*', (route) => route.abort())
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Branches' }).click()
    const look = page.getByRole('dialog', { name: 'Branches' }).getByRole('button', { name: 'Look at it' })
    await look.click()
    await page.locator('.notice[role=alert]').getByRole('button', { name: 'Dismiss' }).click()
    expect(await page.getByText('This is another branch').count()).toBe(0)
    expect(errors).toEqual([])
    await page.unroute('**/messages?*')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Branches' }).click()
    await look.click()
    await log().getByText('Left it is.').waitFor()
  })

  it('a changed file leads to its change, however far back, and to its versions where that is not in the conversation', async () => {
    const input = { file_path: `${cli.cwd}/tide.txt`, old_string: 'low', new_string: 'high' }
    const inner = { ...input, file_path: `${cli.cwd}/moon.txt` }
    const made = (id: string) => ({ resultOf: id, gives: 'The file has been updated.' })
    await open(
      [
        { prompt: 'Raise the tide.' },
        { calls: 'Edit', id: 'raised', input },
        made('raised'),
        { calls: 'Agent', id: 'sent-out', input: { description: 'Scout', prompt: 'Pull.' } },
        { resultOf: 'sent-out', gives: 'Pulled.' },
        ...turnsOf(300),
      ],
      {
        'sent-out': [
          { prompt: 'Pull.' },
          { calls: 'Edit', id: 'pulled', input: inner },
          made('pulled'),
          { says: 'Pulled.' },
        ],
      },
    )
    await log().getByText('Answer 299.').waitFor()
    const files = page.getByRole('complementary', { name: 'Files changed' })
    await files.getByRole('button', { name: 'tide.txt' }).click()
    await page.locator('.is-shown').getByRole('region', { name: 'Diff' }).getByText('high').waitFor()
    await files.getByRole('button', { name: 'moon.txt' }).click()
    await page.locator('.is-shown .is-shown').getByRole('region', { name: 'Diff' }).waitFor()
    // A message that nobody has any more.
    await page.reload()
    await log().getByText('Answer 299.').waitFor()
    const nothing = { items: [], nextCursor: null, before: null, after: null, damagedLines: 0 }
    await page.route('**/messages?*', (route) => route.fulfill({ json: nothing }))
    await files.getByRole('button', { name: 'tide.txt' }).click()
    await page.waitForURL(
      (url) => url.pathname === '/files' && (url.searchParams.get('file') ?? '').endsWith('tide.txt'),
    )
    await page.unroute('**/messages?*')
  })

  it('is there to rewind to: earlier prompts are shown as far as one wants, also over many calls', async () => {
    const calls = Array.from({ length: 130 }, (_, call): WrittenLine[] => [
      { calls: 'Bash', id: `between-${call}`, input: { command: 'ls' } },
      { resultOf: `between-${call}`, gives: 'tide.txt' },
    ])
    await open([{ prompt: 'The very first.' }, ...calls.flat(), { says: 'Done.' }, ...turnsOf(100)])
    await log().getByText('Answer 99.').waitFor()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('/rewind')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Rewind' })
    const prompts = dialog.getByRole('list', { name: 'Prompts' }).getByRole('button')
    await expect.poll(() => prompts.count()).toBe(100)
    const earlier = dialog.getByRole('button', { name: 'Show earlier prompts' })
    await page.route('**/messages?*', (route) => route.abort())
    await earlier.click()
    await dialog.getByRole('alert').waitFor()
    await page.unroute('**/messages?*')
    await earlier.click()
    await expect.poll(() => prompts.count()).toBe(101)
    await dialog.getByRole('button', { name: 'The very first.' }).waitFor()
    await earlier.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })
})
