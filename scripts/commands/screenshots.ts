import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPaired, startBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { buildStale } from '../build.ts'
import { ensureChromium } from '../chromium.ts'
import { command } from '../command.ts'
import { root } from '../root.ts'
import { type ScreenshotStage, setScreenshotStage } from '../screenshot-stage.ts'

const FOLDER = join(root, 'docs', 'screenshots')
const LOOKS = [
  { suffix: '', look: {} },
  { suffix: '-dark', look: { dark: true } },
  { suffix: '-phone', look: { phone: true } },
] as const

interface Picture {
  name: string
  path: (stage: ScreenshotStage) => string
  /** Brings the page to where the picture is taken, or waits until it is there. */
  ready: (page: Page) => Promise<unknown>
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const opened = async (page: Page, key: string, name: string) => {
  await page.getByRole('main').first().waitFor()
  await page.keyboard.press(key)
  await page.getByRole('dialog', { name }).waitFor()
}

const PICTURES: readonly Picture[] = [
  {
    name: 'session',
    path: ({ sessionId }) => `/sessions/${sessionId}`,
    ready: (page) => page.getByRole('group', { name: 'Approval: Bash' }).waitFor(),
  },
  {
    name: 'recorded',
    path: ({ recordedId }) => `/sessions/${recordedId}`,
    ready: (page) =>
      page.getByRole('log', { name: 'Transcript' }).getByRole('article').first().waitFor({ state: 'attached' }),
  },
  {
    name: 'edits',
    path: ({ editedId }) => `/sessions/${editedId}`,
    ready: (page) => page.getByRole('log').getByRole('region', { name: 'Diff' }).last().waitFor(),
  },
  { name: 'home', path: () => '/', ready: (page) => page.getByRole('list', { name: 'Sessions' }).first().waitFor() },
  {
    name: 'inbox',
    path: () => '/inbox',
    ready: (page) => page.getByRole('group', { name: 'Approval: Bash' }).waitFor(),
  },
  {
    name: 'sessions',
    path: () => '/sessions',
    ready: (page) => page.getByRole('table', { name: 'All sessions' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'search',
    path: () => '/search?q=index',
    ready: (page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor(),
  },
  { name: 'search-nothing', path: () => '/search?q=zzzyyyxxx', ready: heading('Search') },
  { name: 'usage', path: () => '/usage?range=all', ready: (page) => page.getByRole('figure').first().waitFor() },
  {
    name: 'files',
    path: ({ recordedId }) => `/files?session=${recordedId}`,
    ready: heading('Files'),
  },
  {
    name: 'prompts',
    path: () => '/prompts',
    ready: (page) => page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').first().waitFor(),
  },
  { name: 'settings', path: () => '/settings', ready: heading('Settings') },
  { name: 'help', path: () => '/help', ready: heading('Help') },
  { name: 'palette', path: () => '/inbox', ready: (page) => opened(page, 'Control+k', 'Command palette') },
  { name: 'shortcuts', path: () => '/inbox', ready: (page) => opened(page, '?', 'Keyboard shortcuts') },
  { name: 'new-session', path: () => '/inbox', ready: (page) => opened(page, 'n', 'New session') },
  {
    name: 'no-such-session',
    path: () => '/sessions/00000000-0000-4000-8000-000000000000',
    ready: heading('There is no such session'),
  },
]

/** Takes the pictures of the documents: every view, in light, in dark and on a phone; a real server, a real CLI and a scripted model. */
await command(async () => {
  await buildStale()
  process.env.QUARTERDECK_CHROMIUM = await ensureChromium()
  const stage = await setScreenshotStage()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const { suffix, look } of LOOKS) {
    const browser = await startBrowser(look)
    const page = await browser.context.newPage()
    page.setDefaultTimeout(30_000)
    // A dot that beats would be faint in some pictures.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openPaired(page, stage.server)
    for (const { name, path, ready } of PICTURES) {
      await page.goto(`${stage.server.url}${path(stage)}`)
      await ready(page)
      // What is still being read comes in: until then a view shows its shape.
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(FOLDER, `${name}${suffix}.png`) })
    }
    await browser.close()
  }
  await takeOffline(stage)
  return 0
})

/** What the page shows when the server is gone, and of what was said since. */
async function takeOffline(stage: ScreenshotStage): Promise<void> {
  const browser = await startBrowser()
  const page = await browser.context.newPage()
  await openPaired(page, stage.server)
  await page.goto(`${stage.server.url}/sessions/${stage.sessionId}`)
  await page.getByRole('group', { name: 'Approval: Bash' }).waitFor()
  await stage.end()
  await page.getByRole('alert', { name: 'Connection' }).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('And add a test for the case without a session.')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Messages on their way' }).waitFor()
  await page.screenshot({ path: join(FOLDER, 'offline.png') })
  await browser.close()
}
