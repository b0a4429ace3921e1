import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPaired, startBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { buildStale } from '../build.ts'
import { ensureChromium } from '../chromium.ts'
import { command } from '../command.ts'
import { findDocumentedPictures } from '../docs/documented-pictures.ts'
import { EMPTY_PLACES, ERROR_PLACES, PLACES, visit } from '../every-place.ts'
import { root } from '../root.ts'
import { type ScreenshotStage, setScreenshotStage } from '../screenshot-stage.ts'

/** Ignored by git: a picture of every view in every look, made anew with every change of the page, would outgrow the code. */
const FOLDER = join(root, '.cache', 'screenshots')
const DOCUMENTS = join(root, 'docs', 'screenshots')
const LOOKS = [
  { suffix: '', look: {} },
  { suffix: '-dark', look: { dark: true } },
  { suffix: '-phone', look: { phone: true } },
] as const

/** Says of a picture, and of the view that it shows, whether it is to be taken. */
type IsWanted = (picture: string, view?: string) => boolean

/**
 * Takes a picture of every view and state, most in dark and on a phone too; a real server, a real CLI and a scripted model. Names of views or pictures choose
 * some of them; with `--docs` only those that a page of the documents shows, which get the new ones.
 */
await command(async (args) => {
  const names = args.filter((arg) => arg !== '--docs')
  const documented = args.includes('--docs') ? findDocumentedPictures(root) : null
  await buildStale()
  process.env.QUARTERDECK_CHROMIUM = await ensureChromium()
  const stage = await setScreenshotStage()
  const isWanted: IsWanted = (picture, view = picture) =>
    (names.length === 0 || names.includes(view) || names.includes(picture)) &&
    (documented === null || documented.includes(picture))
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  try {
    await takeAll(stage, isWanted)
    await takeEmpty(stage, isWanted)
    if (isWanted('offline')) await takeOffline(stage)
  } finally {
    await stage.end()
  }
  const taken = globSync('*.webp', { cwd: FOLDER })
  if (documented !== null) for (const file of taken) copyFileSync(join(FOLDER, file), join(DOCUMENTS, file))
  process.stdout.write(`${taken.length} pictures: ${documented === null ? FOLDER : DOCUMENTS}\n`)
  return 0
})

async function takeAll(stage: ScreenshotStage, isWanted: IsWanted): Promise<void> {
  for (const { suffix, look } of LOOKS) {
    const browser = await startBrowser(look)
    const page = await openPage(browser.context.newPage())
    await openPaired(page, stage.server)
    for (const { name, path, open, inEveryLook } of [...PLACES, ...ERROR_PLACES]) {
      if (!isWanted(`${name}${suffix}`, name) || (suffix !== '' && inEveryLook === undefined)) continue
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
async function takeEmpty({ empty }: ScreenshotStage, isWanted: IsWanted): Promise<void> {
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
