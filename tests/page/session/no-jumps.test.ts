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
import { type WrittenLine, writeLines } from '../../stages/written-lines.ts'

const TURNS = 1500

/** Rows of many heights: what is not drawn yet has to be guessed, and guessed wrong. */
function says(line: number): string {
  const sentence = `Line ${line}, with some more words so that it may run over more than one line of the page.`
  if (line % 7 === 1) return `${sentence}\n\n\`\`\`ts\n${`const tide = ${line}\n`.repeat(line % 13)}\`\`\``
  return Array.from({ length: 1 + (line % 5) }, () => sentence).join(line % 3 === 0 ? '\n\n' : ' ')
}

/** Runs of calls that are longer than a page of what came before, and than a group of them. */
function runsOfCalls(runs: number): WrittenLine[] {
  return Array.from({ length: runs }, (_, run): WrittenLine[] => [
    { prompt: `Run ${run}. ${says(run)}` },
    ...Array.from({ length: 65 + (run % 7) }, (_, call): WrittenLine[] => {
      const id = `call-${run}-${call}`
      return [
        { calls: 'Bash', id, input: { command: `echo ${id}` } },
        { resultOf: id, gives: id },
      ]
    }).flat(),
  ]).flat()
}

describe('nothing jumps', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-jumps-')))
  const cli = new StreamingCli(home)
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    const { sessionId } = writeSession(home, cli.cwd, TURNS, says)
    server = await startServer({
      data: join(home, 'data'),
      env: { PATH: process.env.PATH ?? '', HOME: home },
      args: ['--claude', cli.path],
    })
    const answer = await fetch(`${server.url}/api/claude/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: cli.cwd, resume: sessionId, trust: true }),
    })
    expect(answer.status).toBe(201)
    browser = await startBrowser()
    page = await browser.context.newPage()
    await openPaired(page, server)
    await page.goto(`${server.url}/sessions/${sessionId}`)
    await page
      .getByRole('log')
      .getByText(`Line ${TURNS * 2 - 1},`)
      .first()
      .waitFor()
  })

  afterAll(async () => {
    await browser.close()
    await server.end()
    cli.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  const log = () => page.getByRole('log', { name: 'Transcript' })

  /** The top of the first row that is seen, as it is painted, in every frame until `stop`. An observer is told right before paint. */
  const watch = (what: 'first' | 'end') =>
    page.evaluate((what) => {
      const log = document.querySelector('[role=log]') as HTMLElement
      const top = log.getBoundingClientRect().top
      const seen = [...log.querySelectorAll('.transcript-row')].find((row) => row.getBoundingClientRect().bottom > top)
      const key = (seen as HTMLElement).dataset.key as string
      const state = { key, places: [] as number[], isOver: false }
      Object.assign(window, { watched: state })
      const look = () => {
        if (state.isOver) return
        const row =
          what === 'end' ? log.querySelector('.transcript-rows') : log.querySelector(`[data-key="${CSS.escape(key)}"]`)
        if (row === null) state.places.push(Number.NaN)
        else
          new IntersectionObserver(([entry], observer) => {
            observer.disconnect()
            const box = entry?.boundingClientRect
            state.places.push((what === 'end' ? box?.bottom : box?.top) ?? Number.NaN)
          }).observe(row)
        requestAnimationFrame(look)
      }
      look()
    }, what)

  const stopWatching = () =>
    page.evaluate(() => {
      const state = (window as unknown as { watched: { places: number[]; isOver: boolean } }).watched
      state.isOver = true
      return state.places
    })

  /** The largest way from where it was first. */
  const toWay = (places: readonly number[]) =>
    Math.max(...places.map((place) => Math.abs(place - (places[0] as number))))

  const readHeight = () => log().evaluate((element) => element.scrollHeight)

  /** Two frames in which nothing moved. */
  const rest = () =>
    log().evaluate(async (element) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      for (let same = 0, last = -1; same < 12; ) {
        await frame()
        same = element.scrollTop === last ? same + 1 : 0
        last = element.scrollTop
      }
    })

  const countRows = () => log().evaluate((element) => Number(element.getAttribute('data-rows')))

  it('while 1,000 older entries come before what is read', async () => {
    let answer = Promise.withResolvers<void>()
    await page.route('**/messages?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    const first = await countRows()
    while ((await countRows()) < first + 1000) {
      const rows = await countRows()
      // From here on the page asks for what is older, and has to wait until somebody reads in peace.
      await log().evaluate((element) => {
        element.scrollTop = 300
      })
      await rest()
      await watch('first')
      answer.resolve()
      await expect.poll(countRows).toBeGreaterThan(rows)
      await rest()
      const places = await stopWatching()
      expect(places.length).toBeGreaterThan(5)
      expect(toWay(places)).toBeLessThanOrEqual(1)
      answer = Promise.withResolvers<void>()
    }
    await page.unroute('**/messages?*')
    answer.resolve()
  })

  it('while runs of calls come before one that is read, which stays open, and so does what stands below it', async () => {
    const { sessionId } = writeLines(home, cli.cwd, runsOfCalls(60))
    let answer = Promise.withResolvers<void>()
    await page.route('**/messages?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    const shown = page.url()
    await page.goto(`${server.url}/sessions/${sessionId}`)
    await page.locator('[role=log][aria-busy=false]').waitFor()
    const row = (index: number) => log().locator(`.transcript-row[data-index="${index}"]`)
    for (let round = 0; round < 4; round += 1) {
      const rows = await countRows()
      await log().evaluate((element) => {
        element.scrollTop = 0
      })
      await rest()
      // The first of all: what comes may go on with the same run.
      await row(0).locator('summary').first().click()
      await rest()
      const next = (await row(1).boundingBox())?.y ?? 0
      const key = await row(0).getAttribute('data-key')
      await watch('first')
      answer.resolve()
      await expect.poll(countRows).toBeGreaterThan(rows)
      await rest()
      const places = await stopWatching()
      expect(places.length).toBeGreaterThan(5)
      expect(toWay(places)).toBeLessThanOrEqual(1)
      const read = log().locator(`[data-key="${key}"]`)
      expect(await read.locator('details[open]').count()).toBeGreaterThan(0)
      const below = log().locator(`[data-key="${key}"] + .transcript-row`)
      expect(Math.abs(((await below.boundingBox())?.y ?? 0) - next)).toBeLessThanOrEqual(1)
      answer = Promise.withResolvers<void>()
    }
    await page.unroute('**/messages?*')
    answer.resolve()
    await page.goto(shown)
    await log()
      .getByText(`Line ${TURNS * 2 - 1},`)
      .first()
      .waitFor()
  })

  it('while 500 pieces a second are written below what is read', async () => {
    await log().evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2
    })
    await rest()
    const height = await readHeight()
    await watch('first')
    await cli.stream({ pieces: 1500, rate: 500, toPiece: (index) => (index % 40 === 39 ? '.\n\n' : ` word${index}`) })
    await expect.poll(readHeight).toBeGreaterThan(height)
    await rest()
    const places = await stopWatching()
    expect(places.length).toBeGreaterThan(20)
    expect(toWay(places)).toBeLessThanOrEqual(1)
  })

  it('at the end, which stays where it is while 500 pieces a second are written', async () => {
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor({ state: 'detached' })
    await rest()
    await watch('end')
    await cli.stream({ pieces: 1500, rate: 500, toPiece: (index) => (index % 40 === 39 ? '.\n\n' : ` more${index}`) })
    await log().getByText('more1498').last().waitFor()
    await rest()
    const places = await stopWatching()
    expect(places.length).toBeGreaterThan(20)
    expect(toWay(places)).toBeLessThanOrEqual(1)
  })

  it('and nothing moves without end: the dot of a session at work beats, unless less motion is wanted', async () => {
    const readStrength = () =>
      page
        .locator('.dot-works')
        .first()
        .evaluate((dot) => getComputedStyle(dot).opacity)
    await expect.poll(readStrength).toBe('0.35')
    await expect.poll(readStrength).toBe('1')
    const endless = await page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
          .length,
    )
    expect(endless).toBe(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.waitForFunction(() => document.documentElement.hasAttribute('data-beat'))
    expect(await readStrength()).toBe('1')
  })
})
