import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPaired, startBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { buildStale } from '../build.ts'
import { ensureChromium } from '../chromium.ts'
import { command } from '../command.ts'
import { EMPTY_PLACES, ERROR_PLACES, PLACES, visit } from '../every-place.ts'
import { root } from '../root.ts'
import { type ScreenshotStage, setScreenshotStage } from '../screenshot-stage.ts'

const FOLDER = join(root, 'docs', 'screenshots')
const LOOKS = [
  { suffix: '', look: {} },
  { suffix: '-dark', look: { dark: true } },
  { suffix: '-phone', look: { phone: true } },
] as const

/** Takes the pictures of the documents: every view and state, most in dark and on a phone too; a real server, a real CLI and a scripted model. Names choose some of them. */
await command(async (names) => {
  await buildStale()
  process.env.QUARTERDECK_CHROMIUM = await ensureChromium()
  const stage = await setScreenshotStage()
  const isWanted = (name: string) => names.length === 0 || names.includes(name)
  if (names.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  try {
    await takeAll(stage, isWanted)
    await takeEmpty(stage, isWanted)
    if (isWanted('offline')) await takeOffline(stage)
  } finally {
    await stage.end()
  }
  return 0
})

async function takeAll(stage: ScreenshotStage, isWanted: (name: string) => boolean): Promise<void> {
  for (const { suffix, look } of LOOKS) {
    const browser = await startBrowser(look)
    const page = await openPage(browser.context.newPage())
    await openPaired(page, stage.server)
    for (const { name, path, open, inEveryLook } of [...PLACES, ...ERROR_PLACES]) {
      if (!isWanted(name) || (suffix !== '' && inEveryLook === undefined)) continue
      await visit(page, `${stage.server.url}${path(stage)}`, open)
      await take(page, `${name}${suffix}`)
    }
    await browser.close()
  }
}

async function openPage(opening: Promise<Page>): Promise<Page> {
  const page = await opening
  page.setDefaultTimeout(30_000)
  // A dot that beats would be faint in some pictures.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

async function take(page: Page, name: string): Promise<void> {
  // What is still being read comes in: until then a view shows its shape.
  await page.waitForLoadState('networkidle')
  await save(page, name)
}

/** As WebP, which is a fifth of the size of PNG: a repository keeps every picture for ever. */
async function save(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 90 })
  await session.detach()
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'))
}

/** A browser that nobody has let in, and then one on a server that has nothing yet. */
async function takeEmpty({ empty }: ScreenshotStage, isWanted: (name: string) => boolean): Promise<void> {
  const browser = await startBrowser()
  const page = await openPage(browser.context.newPage())
  if (isWanted('pairing')) {
    await page.goto(empty.url)
    await page.getByRole('heading', { name: 'This browser is not paired' }).waitFor()
    await take(page, 'pairing')
  }
  await openPaired(page, empty)
  for (const { name, path, open } of EMPTY_PLACES) {
    if (!isWanted(name)) continue
    await visit(page, `${empty.url}${path({} as ScreenshotStage)}`, open)
    await take(page, name)
  }
  await browser.close()
}

/** What the page shows when the server is gone, and of what was said since. */
async function takeOffline(stage: ScreenshotStage): Promise<void> {
  const browser = await startBrowser()
  const page = await openPage(browser.context.newPage())
  await openPaired(page, stage.server)
  await page.goto(`${stage.server.url}/sessions/${stage.sessionId}`)
  await page.getByRole('group', { name: 'Approval: Bash' }).waitFor()
  await stage.server.kill()
  await page.getByRole('alert', { name: 'Connection' }).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('And add a test for the case without a session.')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Messages on their way' }).waitFor()
  await save(page, 'offline')
  await browser.close()
}
