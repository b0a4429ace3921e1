import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SessionRow } from '@quarterdeck/contract'
import { openPaired, startBrowser, type TestBrowser } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ReadingStage } from '../../../faults/reading-stage.ts'
import { EDITED, toEditedLines } from '../../stages/edited-session.ts'

let stage: ReadingStage
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  stage = await ReadingStage.set({ sessions: 70, bytes: 3_000_000 })
  stage.write(`project/${EDITED.path}`, EDITED.states.at(-1) ?? '')
  const folder = stage.project.replaceAll(/[^A-Za-z0-9]/g, '-')
  stage.write(`.claude/projects/${folder}/${EDITED.sessionId}.jsonl`, toEditedLines(stage.project))
  browser = await startBrowser()
  page = await browser.context.newPage()
  await openPaired(page, stage.server)
})

afterAll(async () => {
  await browser.close()
  await stage.clear()
})

const go = (path: string) => page.goto(stage.server.url + path)
const visit = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
const query = () => Object.fromEntries(new URL(page.url()).searchParams)

describe('all sessions, in a real browser', () => {
  const table = () => page.getByRole('table', { name: 'All sessions' })
  const row = (title: string) => table().getByRole('row').filter({ hasText: title })
  const counted = (text: string) =>
    expect.poll(() => page.getByRole('main').getByRole('status').allInnerTexts(), { timeout: 30_000 }).toContain(text)
  const readRows = async () => (await stage.json<{ items: SessionRow[] }>('/api/claude/sessions?limit=1000')).items

  /** In the window, and with nothing over it. */
  const isFocusSeen = () =>
    page.locator(':focus').evaluate((link) => {
      const { left, top, height } = link.getBoundingClientRect()
      return document.elementFromPoint(left + 4, top + height / 2) === link
    })

  beforeEach(async () => {
    await go('/sessions')
    await row(EDITED.title).waitFor()
  })

  it('has every one, and finds them by project, words and status, in the address', async () => {
    const rows = await readRows()
    const shown = rows.filter(({ archived }) => !archived)
    await counted(`${shown.length} of ${rows.length} sessions`)
    await page.getByRole('combobox', { name: 'Project' }).selectOption(stage.project)
    const ofProject = shown.filter(({ projectPath }) => projectPath === stage.project)
    await counted(`${ofProject.length} of ${rows.length} sessions`)
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('BOATS count')
    await counted(`1 of ${rows.length} sessions`)
    expect(query()).toEqual({ project: stage.project, q: 'BOATS count' })
    await page.reload()
    await counted(`1 of ${rows.length} sessions`)
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('nobody ever said this')
    await page.getByRole('button', { name: 'Show all' }).click()
    await counted(`${shown.length} of ${rows.length} sessions`)
  })

  it('has titles on a phone that are large enough for a thumb, and room for the words to filter by', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const links = table().locator('.cell-title a')
    const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await page.setViewportSize({ width: 1440, height: 900 })
    const field = page.getByRole('searchbox', { name: 'Filter sessions' })
    expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(320)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('is put in order by any number, with what is not counted at the end', async () => {
    // While sessions are still being counted, the order changes.
    const readMost = async () =>
      (await readRows())
        .filter(({ archived }) => !archived)
        .toSorted((one, other) => (other.messageCount ?? 0) - (one.messageCount ?? 0))[0]?.title ?? ''
    // Narrower windows have room for the titles alone.
    expect(await table().getByRole('button', { name: 'Messages' }).count()).toBe(0)
    const ends = await table().evaluate((element) =>
      [element, ...element.querySelectorAll('th:last-child')].map((part) => part.getBoundingClientRect().right),
    )
    expect(ends[1]).toBe(ends[0])
    await page.setViewportSize({ width: 1440, height: 800 })
    await table().getByRole('button', { name: 'Messages' }).click()
    const first = table().getByRole('row').nth(1)
    await expect.poll(async () => (await first.innerText()).includes(await readMost())).toBe(true)
    expect(await table().getByRole('columnheader', { name: 'Messages' }).getAttribute('aria-sort')).toBe('descending')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('is gone through and opened by keyboard, and draws only what is seen', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const isAt = (row: number) => table().locator(`tr[aria-rowindex="${row}"] a:focus`).waitFor()
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowDown')
    await isAt(42)
    expect(await isFocusSeen()).toBe(true)
    for (let step = 0; step < 30; step++) await page.keyboard.press('k')
    await isAt(12)
    expect(await isFocusSeen()).toBe(true)
    const href = await page.locator(':focus').getAttribute('href')
    expect(await table().getByRole('row').count()).toBeLessThan(50)
    await page.keyboard.press('Enter')
    await page.getByRole('log', { name: 'Transcript' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(href)
  })

  it('renames, keeps, tags several and archives them', async () => {
    await row(EDITED.title).getByRole('button', { name: 'Keep', exact: true }).click()
    await row(EDITED.title).getByRole('button', { name: 'Keep', exact: true }).waitFor({ state: 'detached' })

    await row(EDITED.title)
      .getByRole('button', { name: `Actions for ${EDITED.title}` })
      .click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Boats, counted')
    await page.keyboard.press('Enter')
    await row('Boats, counted').waitFor()

    const other = table().getByRole('row').filter({ hasNotText: 'Boats, counted' }).nth(1)
    const otherTitle = (await other.getByRole('link').first().innerText()).trim()
    await row('Boats, counted').getByRole('checkbox').check()
    await other.getByRole('checkbox').check()
    const bar = page.getByRole('toolbar', { name: 'Chosen sessions' })
    await bar.getByRole('button', { name: 'Tag…' }).click()
    await page.getByRole('dialog', { name: 'Tag 2 sessions' }).getByRole('combobox', { name: 'Tag' }).fill('regatta')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('regatta')
    await table().getByText('regatta').nth(1).waitFor()
    await bar.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('No session fits.').waitFor()
    await page.getByRole('checkbox', { name: 'Show archived' }).check()
    await row('Boats, counted').getByText('archived').waitFor()

    const rows = await readRows()
    const changed = rows.filter(({ tag }) => tag === 'regatta')
    expect(changed.map(({ title }) => title).sort()).toEqual(['Boats, counted', otherTitle].sort())
    expect(changed.every(({ archived }) => archived)).toBe(true)
    expect(changed.find(({ sessionId }) => sessionId === EDITED.sessionId)?.deletedOn).toBeNull()
    await stage.send('PATCH', `/api/claude/sessions/${EDITED.sessionId}`, { title: EDITED.title, archived: false })
    await row(EDITED.title).waitFor()
  })
})

describe('search, in a real browser', () => {
  const results = () => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  const field = () => page.getByRole('searchbox', { name: 'Search history' })
  const needle = (kind: string) => {
    const found = stage.oracle.needles.find((each) => each.kind === kind)
    if (found === undefined) throw new Error(`There is no needle of the kind ${kind}.`)
    return { query: found.query, hit: found.hits[0] }
  }

  it('begins in the field, marks the words, opens at the message, and is the same after going back and a reload', async () => {
    const { query: words, hit } = needle('prompt')
    await go('/inbox')
    await visit('Search')
    await field().and(page.locator(':focus')).waitFor()
    await page.keyboard.type(words)
    await page.locator('ul[aria-label="Results"][aria-busy=false]').waitFor()
    await results().first().locator('mark').first().waitFor()
    expect((await results().first().locator('mark').first().innerText()).toLowerCase()).toBe(
      words.split(' ')[0]?.toLowerCase(),
    )
    expect(query()).toEqual({ q: words })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('log', { name: 'Transcript' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/sessions/${hit?.sessionId}`)
    expect(query()).toEqual({ at: hit?.uuid })
    await page.goBack()
    await results().first().waitFor()
    await page.reload()
    await results().first().waitFor()
    expect(await field().inputValue()).toBe(words)
  })

  it('is narrowed to agents, by the name that each CLI gives them', async () => {
    const lines = toEditedLines(stage.project).split('\n').slice(0, 3).join('\n')
    const folder = stage.project.replaceAll(/[^A-Za-z0-9]/g, '-')
    const id = '3e5d0a11-2222-4333-8444-5555666677bb'
    const sent = lines.replaceAll(EDITED.sessionId, id).replaceAll('3e5d0a11-0000', '3e5d0a11-00cc')
    const input = '"name":"Task","input":{"prompt":"Cormorantly","description":"Look","old":'
    stage.write(
      `.claude/projects/${folder}/${id}.jsonl`,
      `${sent.replaceAll('"name":"Write","input":', input).replaceAll('toolu_edit', 'toolu_agent').replace('}}],"stop_reason"', '}}}],"stop_reason"')}\n`,
    )
    await expect
      .poll(async () => (await stage.json<{ items: object[] }>('/api/claude/search?q=cormorantly')).items.length)
      .toBeGreaterThan(0)
    for (const tool of ['Task', 'Agent'])
      expect(
        (await stage.json<{ items: object[] }>(`/api/claude/search?q=cormorantly&tool=${tool}`)).items,
      ).toHaveLength(1)
    await go('/search?q=cormorantly')
    await results().first().waitFor()
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('Agent')
    await expect.poll(() => query()).toMatchObject({ tool: 'Agent' })
    await results().first().waitFor()
    expect(await page.getByText('Nothing was found.').count()).toBe(0)
  })

  it('says what to try where nothing is found, and goes on after the server did not answer', async () => {
    await go('/search?q=zzzyyyxxx')
    await page.getByText('Nothing was found.').waitFor()
    const { query: words } = needle('prompt')
    await page.route('**/api/claude/search*', (route) => route.abort())
    await field().fill(words)
    await page.getByRole('alert').getByText('does not answer').waitFor()
    await page.unroute('**/api/claude/search*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await results().first().waitFor()
    await page.getByRole('combobox', { name: 'Role' }).selectOption('assistant')
    await page.getByText('Nothing was found.').waitFor()
  })
})

describe.each([
  ['search', '/search?q=the', '**/api/claude/search*'],
  ['prompts', '/prompts', '**/api/claude/history*'],
])('a page more of %s, in a real browser', (_, path, address) => {
  it('that cannot be had is asked for once, and again when somebody wants it', async () => {
    let asked = 0
    await page.route(address, async (route) => {
      if (route.request().url().includes('cursor=')) {
        asked++
        return route.abort()
      }
      const response = await route.fetch()
      const { items, ...rest } = await response.json()
      return route.fulfill({ response, json: { ...rest, items: items.slice(0, 3), nextCursor: 'more' } })
    })
    const rest = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await go(path)
    await page.getByRole('alert').getByText('does not answer').waitFor()
    await rest()
    expect(asked).toBe(1)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => asked).toBe(2)
    await page.getByRole('alert').getByText('does not answer').waitFor()
    await rest()
    expect(asked).toBe(2)
    await page.unroute(address)
  })
})

describe('usage, in a real browser', () => {
  it('says that it counts, and nothing of other days, until those that were chosen are counted', async () => {
    const sentence = page.locator('.usage-sentence')
    await go('/usage?range=all')
    await page.getByText('in all').first().waitFor()
    const waiting: (() => void)[] = []
    await page.route('**/api/claude/usage*by=day*', async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      await route.continue()
    })
    await page.getByRole('group', { name: 'Date range' }).getByRole('radio', { name: '30 days' }).check()
    await expect.poll(() => waiting.length).toBe(2)
    expect(await sentence.innerText()).toBe('Counting…')
    // The days alone are not enough: they are compared with those before.
    waiting.shift()?.()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(await sentence.innerText()).toBe('Counting…')
    waiting.shift()?.()
    await expect.poll(() => sentence.innerText()).not.toBe('Counting…')
    await page.unroute('**/api/claude/usage*by=day*')
  })

  it('begins with a sentence, and has every number as a table', async () => {
    const { total, unpricedModels, byModel } = stage.oracle.usage
    await go('/usage?range=all')
    const own = 3 * ((10 * 3 + 90 * 0.3 + 10 * 15) / 1_000_000)
    await page.getByText(`$${(total.usd + own).toFixed(2)} in all`).waitFor()
    for (const model of unpricedModels) await page.getByRole('note').filter({ hasText: model }).waitFor()
    expect(await page.getByRole('figure').count()).toBe(6)
    expect(await page.getByRole('button', { name: 'Show table', exact: true }).count()).toBe(6)
    const figure = page.getByRole('figure', { name: 'Cost by model' })
    await figure.getByRole('button', { name: 'Show table' }).click()
    const models = Object.keys(byModel).length
    await figure.getByRole('row').nth(models).waitFor()
    expect(await figure.getByRole('rowheader').count()).toBe(models)
    await figure.getByRole('button', { name: 'Show chart' }).click()

    const range = page.getByRole('group', { name: 'Date range' })
    await range.getByRole('radio', { name: 'Own dates' }).check()
    await range.getByLabel('From').fill('2020-01-01')
    await range.getByLabel('To').fill('2020-01-31')
    await page.getByText('Nothing was used on these days.').waitFor()
    expect(query()).toEqual({ range: 'own', since: '2020-01-01', until: '2020-01-31' })
  })
})

describe('files, in a real browser', () => {
  const versions = () => page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  const diff = () => page.getByRole('main').getByRole('region', { name: 'Diff' }).first()

  it('shows each version against the one before, and restores what was seen and nothing else', async () => {
    const path = join(stage.project, EDITED.path)
    await go('/files')
    await page.getByRole('combobox', { name: 'Project' }).selectOption(stage.project)
    await page.getByRole('combobox', { name: 'Session' }).selectOption(EDITED.sessionId)
    await page.getByRole('list', { name: 'Files' }).getByRole('button', { name: EDITED.path }).waitFor()
    await diff().getByText('export const piers = 1').waitFor()
    await versions().nth(1).getByRole('button').click()
    await diff().getByText('export const boats = 2').waitFor()
    await diff().getByRole('row').filter({ hasText: 'removed' }).getByText('export const boats = 1').waitFor()
    expect(await diff().innerText()).not.toContain('piers')
    expect(query()).toMatchObject({ session: EDITED.sessionId, file: path })

    await page.getByRole('button', { name: 'Restore…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this version' })
    await dialog.getByText('1 line added, 2 lines removed.').waitFor()
    expect(readFileSync(path, 'utf8')).toBe(EDITED.states[2])
    writeFileSync(path, 'written meanwhile\n')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await dialog.getByRole('alert').getByText('has changed meanwhile').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('written meanwhile\n')
    await dialog.getByRole('region', { name: 'Diff' }).getByText('written meanwhile').waitFor()
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('status').getByText(`Restored ${path}.`).waitFor()
    expect(readFileSync(path, 'utf8')).toBe(EDITED.states[1])
  })

  it('has what was changed while one looks, and says of one file only what was done to it', async () => {
    const folder = stage.project.replaceAll(/[^A-Za-z0-9]/g, '-')
    const changed = toEditedLines(stage.project)
      .replaceAll(EDITED.sessionId, '3e5d0a11-2222-4333-8444-5555666677aa')
      .replaceAll('3e5d0a11-0000', '3e5d0a11-00aa')
      .split('\n')
    const [more = '', moreResult = ''] = changed.slice(5, 7)
    const file = `.claude/projects/${folder}/3e5d0a11-2222-4333-8444-5555666677aa.jsonl`
    stage.write(file, `${changed.slice(0, 5).join('\n')}\n`)
    await go('/files?session=3e5d0a11-2222-4333-8444-5555666677aa')
    await diff().getByText('export const boats = 2').waitFor()
    const before = await versions().count()
    const another = [more, moreResult].map((line) => line.replaceAll('boats.ts', 'piers.ts')).join('\n')
    appendFileSync(join(stage.home, file), `${more}\n${moreResult}\n`)
    await expect.poll(() => versions().count(), { timeout: 20_000 }).toBe(before + 1)
    await diff().getByText('export const piers = 1').waitFor()
    appendFileSync(
      join(stage.home, file),
      `${another.replaceAll('edit2', 'edit3').replaceAll('00aa-4000', '00bb-4000')}\n`,
    )
    const list = page.getByRole('list', { name: 'Files' })
    await list.getByRole('button', { name: 'piers.ts' }).waitFor()
    await list.getByRole('button', { name: 'boats.ts' }).click()
    await versions().last().getByRole('button').click()
    await page.getByRole('button', { name: 'Restore…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
    const said = page.getByText(/^Restored .*boats\.ts\.$/)
    await said.waitFor()
    await list.getByRole('button', { name: 'piers.ts' }).click()
    await said.waitFor({ state: 'detached' })
  })

  it('refuses a place outside of the project, in words, and opens by the name of a version', async () => {
    await go(`/files?session=${EDITED.sessionId}&file=${encodeURIComponent('toolu_edit0@after')}`)
    await diff().getByText('export const boats = 1').waitFor()
    await page.getByRole('button', { name: 'Restore…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this version' })
    await dialog.getByRole('textbox', { name: 'Restore to' }).fill('/etc/hostname')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('outside the project').waitFor()
  })
})

describe('prompts, in a real browser', () => {
  const prompts = () => page.getByRole('list', { name: 'Prompts' }).getByRole('listitem')
  const newest = async () => {
    const { items } = await stage.json<{ items: { text: string; project: string }[] }>('/api/claude/history?limit=1')
    return items[0] ?? { text: '', project: '' }
  }

  it('puts one into a new session, or behind what is written for the session that was open', async () => {
    const { text, project } = await newest()
    await go('/prompts')
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill(text.slice(0, 40))
    await prompts().first().getByRole('button', { name: 'Use again' }).click()
    const dialog = page.getByRole('dialog', { name: 'New session' })
    expect(await dialog.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe(text)
    expect(await dialog.getByRole('textbox', { name: 'Project folder' }).inputValue()).toBe(project)

    await go(`/sessions/${EDITED.sessionId}`)
    await page.getByRole('textbox', { name: 'Message' }).fill('First this.')
    await visit('Prompts')
    await prompts().first().getByRole('button', { name: 'Use again' }).click()
    await page.getByRole('log', { name: 'Transcript' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(`First this.\n\n${text}`)
  })

  it('has the plans beside them, as they are to be read', async () => {
    const plan = basename(stage.oracle.plans[0]?.file ?? '', '.md')
    await go('/prompts')
    await page.getByRole('tab', { name: 'Plans' }).click()
    await page.getByRole('list', { name: 'Plans' }).getByRole('button').filter({ hasText: plan }).click()
    expect(query()).toEqual({ tab: 'plans', plan })
    await page.getByRole('article').getByRole('heading').first().waitFor()
  })
})

describe('every view, in a low window', () => {
  const places = [
    '/sessions',
    '/search?q=test',
    '/usage?range=all',
    `/files?session=${EDITED.sessionId}`,
    '/prompts',
    '/prompts?tab=plans',
  ] as const

  it.each([...places, '/', '/inbox', '/settings', '/help', `/sessions/${EDITED.sessionId}`])(
    '%s scrolls within itself, and never the window',
    async (path) => {
      try {
        for (const height of [800, 500]) {
          await page.setViewportSize({ width: 1280, height })
          await go(path)
          await page
            .getByRole('list', { name: 'Sessions' })
            .getByRole('listitem')
            .nth(20)
            .waitFor({ state: 'attached' })
          await page.getByRole('main').waitFor()
          const rest = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
          expect(rest).toBe(0)
        }
      } finally {
        await page.setViewportSize({ width: 1280, height: 800 })
      }
    },
  )
})
