import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPaired, startBrowser, startServer, writeDataDirectory } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import type { Row } from '../../scripts/rows.ts'
import { toShare, traceTasks } from '../trace-tasks.ts'

const SESSIONS = 2000
const SLOWER = 4
const MAX_TASK_MS = 250
const COLUMNS = ['Title', 'Project', 'Messages', 'Cost', 'Modified']
const WORDS = 'index of the'

export default {
  id: 'page-sessions',
  title: `Page: ${SESSIONS.toLocaleString('en')} sessions sorted and filtered, a processor ${SLOWER} times slower`,
  async run({ quick }) {
    process.env.QUARTERDECK_CHROMIUM ??= await ensureChromium()
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-sessions-')))
    const size = { sessions: SESSIONS, projects: 40, bytes: 24_000_000, largestBytes: 500_000 }
    await writeDataDirectory(join(home, '.claude'), { seed: 7, ...size })
    const server = await startServer({ data: join(home, 'data'), env: { PATH: process.env.PATH ?? '', HOME: home } })
    const browser = await startBrowser()
    try {
      const page = await browser.context.newPage()
      await openPaired(page, server)
      await page.goto(`${server.url}/sessions`)
      await isRead(page)
      const tools = await page.context().newCDPSession(page)
      await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      const stopTracing = await traceTasks(tools)
      for (let round = quick ? 1 : 2; round > 0; round--) {
        await sort(page)
        await filter(page)
      }
      const { tasks } = await stopTracing()
      const maxMs = Math.max(0, ...tasks)
      const p95Ms = toShare(tasks, 0.95)
      return {
        passed: tasks.length > 0 && maxMs <= MAX_TASK_MS,
        bar: `no task over ${MAX_TASK_MS} ms`,
        found: `longest ${maxMs.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms of ${tasks.length}`,
        figures: { maxMs, p95Ms, tasks: tasks.length },
      }
    } finally {
      await browser.close()
      await server.end()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
  },
} satisfies Row

const status = (page: Page) => page.getByRole('main').getByRole('status').first()

const isRead = (page: Page) =>
  status(page)
    .filter({ hasText: / sessions$/ })
    .waitFor({ timeout: 60_000 })

/** By each column, up and down; every time until another row stands first. */
async function sort(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'All sessions' })
  for (const name of COLUMNS) {
    const header = table.getByRole('columnheader', { name })
    for (const _ of ['one way', 'the other']) {
      const before = await header.getAttribute('aria-sort')
      await header.getByRole('button').click()
      await page.waitForFunction(
        ([name, before]) =>
          [...document.querySelectorAll('th[aria-sort]')].some(
            (each) => each.textContent?.includes(name ?? '') && each.getAttribute('aria-sort') !== before,
          ),
        [name, before],
      )
    }
  }
}

/** Letter by letter; every time until fewer are counted, and all again. */
async function filter(page: Page): Promise<void> {
  const all = await status(page).innerText()
  const field = page.getByRole('searchbox', { name: 'Filter sessions' })
  await field.pressSequentially(WORDS, { delay: 60 })
  await status(page).filter({ hasNotText: all }).waitFor()
  await field.fill('')
  await status(page).filter({ hasText: all }).waitFor()
}
