import { openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_PLACES, PLACES, visit } from '../../../scripts/every-place.ts'
import { type ScreenshotStage, setScreenshotStage } from '../../../scripts/screenshot-stage.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Smaller than a thumb, and no part of a sentence. */
const MIN_TARGET = 44

/** The focus stays in the text, whose arrows go through the list: to reach the list itself would be of no use. */
const MEANT = /^scrollable-region-focusable: <div id="[^"]*" role="listbox" aria-label="Commands"/
const isNew = (finding: string) => !MEANT.test(finding)

describe.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('every view, card, dialog and panel, at $width × $height', (size) => {
  let stage: ScreenshotStage
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    stage = await shared()
    browser = await startBrowser({ phone: size.width < 720 })
    page = await browser.context.newPage()
    page.setDefaultTimeout(20_000)
    await page.setViewportSize(size)
    // What fades in would be faint when it is looked at.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(axe.source)
    await openPaired(page, stage.server)
  })
  afterAll(() => browser.close())

  it.each([...PLACES, ...ERROR_PLACES])(
    '$name has no finding of axe, in light and dark, and fits',
    async ({ name, path, open }) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await visit(page, `${stage.server.url}${path(stage)}`, open)
      const isWhole = name === 'home'
      expect(await findViolations(RULES, isWhole), 'light').toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      // All that the other colours can change.
      expect(await findViolations({ type: 'rule', values: ['color-contrast'] }, isWhole), 'dark').toEqual([])
      expect(await page.evaluate(readWidth)).toBeLessThanOrEqual(size.width)
      if (size.width < 720) expect(await findSmall(), 'too small for a thumb').toEqual([])
    },
  )

  /** Of what floats over the page, where something does: nothing else can be used then. The sidebar is the same everywhere. */
  async function findViolations(runOnly: readonly string[] | axe.RunOnly, isWhole: boolean): Promise<string[]> {
    const found = await page.evaluate(
      async ({ wanted, whole }) => {
        const { run } = (globalThis as unknown as { axe: typeof axe }).axe
        const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
        const { violations } = await run(dialog ?? (whole ? document : { exclude: ['.sidebar'] }), {
          resultTypes: ['violations'],
          runOnly: wanted as axe.RunOnly,
        })
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
      },
      { wanted: runOnly, whole: isWhole },
    )
    return found.filter(isNew)
  }

  /** What is pressed and lies open; a link within a sentence is as high as its line. */
  function findSmall(): Promise<string[]> {
    return page.evaluate((least) => {
      const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
      const pressed =
        'button, a[href], select, input:not([type=hidden]), textarea, summary, [role=menuitem], [role=option]'
      return [...top.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
        const part = element.closest('label') ?? element
        const { left, top: y, width, height } = part.getBoundingClientRect()
        const at = document.elementFromPoint(left + width / 2, y + height / 2)
        const isSeen = width > 1 && at !== null && (part.contains(at) || at.contains(part))
        const isInText = getComputedStyle(element).display === 'inline'
        if (!isSeen || isInText || Math.round(height) >= least) return []
        const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return [`${Math.round(height)} px: ${element.tagName} ${element.className} ${words.slice(0, 40)}`]
      })
    }, MIN_TARGET)
  }
})

/** Runs in the page: how far it can be moved sideways, as a whole or a view of it. */
const readWidth = () => Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0)

let set: Promise<ScreenshotStage> | null = null
/** One for both sizes: nothing that is looked at is changed. */
function shared(): Promise<ScreenshotStage> {
  set ??= setScreenshotStage()
  return set
}
afterAll(async () => (await set)?.end())
