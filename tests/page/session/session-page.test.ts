import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openPaired, startBrowser, type TestBrowser, type WrittenSession, writeSession } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HubStage } from '../../stages/hub-stage.ts'

const TURNS = 800
/** A page begins with so many of the newest sessions. */
const LISTED = 50
const HIDDEN = '<system-reminder>For Claude alone.</system-reminder>'

describe('the page of a session', () => {
  let stage: HubStage
  let browser: TestBrowser
  let page: Page
  let long: WrittenSession

  beforeAll(async () => {
    stage = await HubStage.set('2.1.325')
    long = writeSession(
      stage.home,
      stage.project,
      TURNS,
      (line) =>
        ({
          41: 'Here lies the pelican.',
          43: 'The first dodo.',
          301: 'The last dodo.',
          1501: 'Another pelican, much later.',
          1596: HIDDEN,
        })[line] ?? `Line ${line}.`,
    )
    browser = await startBrowser()
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await browser.context.newPage()
    await openPaired(page, stage.server)
  })

  afterAll(async () => {
    await browser.close()
    await stage.clear()
  })

  beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  const log = () => page.getByRole('log', { name: 'Transcript' })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const open = (sessionId: string, query = '') => page.goto(`${stage.server.url}/sessions/${sessionId}${query}`)
  const countRows = (of: Page) =>
    of.getByRole('log', { name: 'Transcript' }).evaluate((element) => Number(element.getAttribute('data-rows')))
  const entry = (text: string) => log().locator('.transcript-row').filter({ hasText: text })

  async function choose(text: string, action: string) {
    const row = entry(text).first()
    await row.hover()
    await row.getByRole('button', { name: 'Entry actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('a link to a message opens at it, far back, and marks it', async () => {
    await open(long.sessionId, `?at=${long.uuids[41]}`)
    await page.locator('.is-shown').getByText('Here lies the pelican.').waitFor()
    expect(await entry('Here lies the pelican.').first().isVisible()).toBe(true)
  })

  it('a link is followed up with a message: what is read stays, here and on a second screen, and nothing is said to be hidden', async () => {
    const says = (line: number) => (line === 41 ? 'Here lies the cormorant.' : `Line ${line}.`)
    const old = writeSession(stage.home, stage.project, TURNS, says)
    // Else it would ask whether the folder is trusted.
    await stage.stop(await stage.begin())
    stage.model.script('And then?', [{ text: 'It flew away.' }])
    const second = await browser.context.newPage()
    const both = [page, second]
    const found = (each: Page) => each.locator('.is-shown').getByText('Here lies the cormorant.')
    for (const each of both) {
      await each.goto(`${stage.server.url}/sessions/${old.sessionId}?at=${old.uuids[41]}`)
      await found(each).waitFor()
    }
    const rows = await Promise.all(both.map(countRows))
    const places = await Promise.all(both.map((each) => found(each).boundingBox()))
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('And then?')
    await page.keyboard.press('Enter')
    await stage.until(() => stage.asked.length > 0 && stage.knows('And then?'))
    for (const [index, each] of both.entries()) {
      await expect.poll(() => countRows(each)).toBeGreaterThan(rows[index] as number)
      expect((await found(each).boundingBox())?.y).toBeCloseTo(places[index]?.y ?? 0, 0)
      expect(await each.getByText('Everything is shown').count()).toBe(0)
      expect(await each.getByText('has nothing to be shown').count()).toBe(0)
    }
    await second.close()
  })

  it('a link to no message says so', async () => {
    await open(long.sessionId, '?at=00000000-0000-4000-8000-000000000000')
    await page.getByRole('alert').getByText('There is no message').waitFor()
  })

  it('finds words in all of a session, also in what was not loaded, and closes with Escape', async () => {
    await open(long.sessionId)
    await entry(`Line ${TURNS * 2 - 1}.`).waitFor()
    await page.keyboard.press('Control+f')
    const field = page.getByRole('searchbox', { name: 'Find in session' })
    await field.fill('PELICAN')
    const bar = page.getByRole('search', { name: 'Find in session' })
    await bar.getByText('2 of 2').waitFor()
    await page.locator('.is-shown').getByText('Another pelican').waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.locator('.is-shown').getByText('Here lies the pelican.').waitFor()
    await bar.getByText('1 of 2').waitFor()
    expect(await page.evaluate(() => CSS.highlights.get('found-current')?.size)).toBe(1)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await page.locator('.is-shown').count()).toBe(0)
  })

  it('finds the nearest first where words stand only in what was not loaded, and says so where it has not counted all', async () => {
    await open(long.sessionId)
    await entry(`Line ${TURNS * 2 - 1}.`).waitFor()
    await page.keyboard.press('Control+f')
    const field = page.getByRole('searchbox', { name: 'Find in session' })
    const bar = page.getByRole('search', { name: 'Find in session' })
    await field.fill('dodo')
    await bar.getByText('0 of 2').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.is-shown').getByText('The last dodo.').waitFor()
    await bar.getByText('2 of 2').waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.locator('.is-shown').getByText('The first dodo.').waitFor()
    await page.reload()
    await entry(`Line ${TURNS * 2 - 1}.`).waitFor()
    await page.keyboard.press('Control+f')
    await field.fill('Line')
    await bar.getByText(/of \d+ or more/).waitFor()
  })

  it('copies an entry as text, as Markdown and as a link, shows it raw, and tells its tokens', async () => {
    await open(long.sessionId)
    await choose('Line 1599.', 'Copy as text')
    await expect.poll(clipboard).toBe('Line 1599.')
    await choose('Line 1598.', 'Copy as Markdown')
    await expect.poll(clipboard).toContain('> Line 1598.')
    await choose('Line 1599.', 'Copy link')
    await expect.poll(clipboard).toBe(`${stage.server.url}/sessions/${long.sessionId}?at=${long.uuids[1599]}`)
    await choose('Line 1599.', 'Raw JSON')
    const raw = page.getByRole('dialog', { name: 'Raw JSON' })
    await raw.getByText('claude-opus-4-6').waitFor()
    await page.keyboard.press('Escape')
    await raw.waitFor({ state: 'detached' })
    await entry('Line 1599.').getByRole('button', { name: 'Entry actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu', { name: 'Entry' }).getByText('12 tokens in, 6,000 from cache, 345 out').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu', { name: 'Entry' }).waitFor({ state: 'detached' })
  })

  it('shows everything when that is wanted, and links lead there too', async () => {
    await open(long.sessionId)
    await entry('Line 1597.').waitFor()
    expect(await log().getByText('Not shown otherwise').count()).toBe(0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Show everything' }).click()
    await log().getByText('Not shown otherwise').click()
    await log().getByText('For Claude alone.').waitFor()
    await page.getByRole('button', { name: 'Show less' }).click()
    await log().getByText('Not shown otherwise').waitFor({ state: 'detached' })
    await open(long.sessionId, `?at=${long.uuids[1596]}`)
    await page.locator('.is-shown').getByText('For Claude alone.').waitFor()
  })

  it('rewinds files to before a prompt: first what would change, then the change', async () => {
    const path = join(stage.project, 'tide.txt')
    writeFileSync(path, 'low\n')
    stage.model.script('Raise the tide.', [
      { tools: [{ name: 'Read', input: { file_path: path } }] },
      { tools: [{ name: 'Edit', input: { file_path: path, old_string: 'low', new_string: 'high' } }] },
      { text: 'It is high.' },
    ])
    const id = await stage.converse('Raise the tide.', { permissionMode: 'acceptEdits' })
    expect(readFileSync(path, 'utf8')).toBe('high\n')
    await open(id)
    await choose('Raise the tide.', 'Rewind files to here')
    const dialog = page.getByRole('dialog', { name: 'Rewind files' })
    await dialog.getByRole('region', { name: 'Diff' }).getByText('low').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('high\n')
    // What the person has not seen is not written over, but shown.
    writeFileSync(path, 'higher still\n')
    await dialog.getByRole('button', { name: 'Put 1 file back' }).click()
    await dialog.getByRole('alert').getByText('A file was changed while you looked.').waitFor()
    await dialog.getByRole('region', { name: 'Diff' }).getByText('higher still').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('higher still\n')
    await dialog.getByRole('button', { name: 'Put 1 file back' }).click()
    await dialog.getByText('1 file put back').waitFor()
    expect(readFileSync(path, 'utf8')).toBe('low\n')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // The panel of changed files leads to the change.
    const files = page.getByRole('complementary', { name: 'Files changed' })
    await files.getByRole('button', { name: 'tide.txt' }).click()
    await page.locator('.is-shown').getByRole('region', { name: 'Diff' }).waitFor()
    await page.getByRole('complementary', { name: 'Context' }).getByRole('button', { name: 'What fills it' }).click()
    await page.getByRole('row', { name: 'Free space' }).waitFor()
  })

  it('rewinds to before a file was there: it says that it is deleted', async () => {
    const dialog = page.getByRole('dialog', { name: 'Rewind files' })
    const made = join(stage.project, 'made.txt')
    stage.model.script('Make a file.', [
      { tools: [{ name: 'Write', input: { file_path: made, content: 'made\n' } }] },
      { text: 'It is made.' },
    ])
    await open(await stage.converse('Make a file.', { permissionMode: 'acceptEdits' }))
    await choose('Make a file.', 'Rewind files to here')
    await dialog.getByText('It will be deleted: before this message it was not there.').waitFor()
    await dialog.getByRole('button', { name: 'Delete 1 file' }).click()
    await dialog.getByText('1 file deleted, as before this message.').waitFor()
    await dialog.getByText('Deleted: before this message it was not there.', { exact: true }).waitFor()
    expect(existsSync(made)).toBe(false)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('rewinds and restores instructions only once they were chosen by name', async () => {
    const [rules, notes] = [join(stage.project, 'CLAUDE.md'), join(stage.project, 'shoals.txt')]
    for (const path of [rules, notes]) writeFileSync(path, 'old\n')
    stage.model.script('Change the rules.', [
      { tools: [rules, notes].map((file_path) => ({ name: 'Read', input: { file_path } })) },
      ...[rules, notes].map((file_path) => ({
        tools: [{ name: 'Edit', input: { file_path, old_string: 'old', new_string: 'new' } }],
      })),
      { text: 'They are changed.' },
    ])
    const id = await stage.converse('Change the rules.', { permissionMode: 'acceptEdits' })
    expect(readFileSync(rules, 'utf8')).toBe('new\n')
    await open(id)
    await choose('Change the rules.', 'Rewind files to here')
    const dialog = page.getByRole('dialog', { name: 'Rewind files' })
    const named = dialog.getByRole('checkbox', { name: rules })
    await named.waitFor()
    expect(await dialog.getByRole('region', { name: 'Diff' }).count()).toBe(0)
    // Not chosen: it stays as it is, and the rest can go back.
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
    await dialog.getByRole('region', { name: rules }).getByText('This file cannot be put back.').waitFor()
    await dialog.getByRole('button', { name: 'Put 1 file back' }).click()
    await dialog.getByText('1 file put back').waitFor()
    expect([rules, notes].map((path) => readFileSync(path, 'utf8'))).toEqual(['new\n', 'old\n'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await choose('Change the rules.', 'Rewind files to here')
    await named.check()
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
    await dialog.getByRole('region', { name: rules }).getByRole('region', { name: 'Diff' }).waitFor()
    await dialog.getByRole('button', { name: 'Put 1 file back' }).click()
    await dialog.getByText('1 file put back').waitFor()
    expect(readFileSync(rules, 'utf8')).toBe('old\n')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    writeFileSync(rules, 'new\n')
    await page.goto(`${stage.server.url}/files?session=${id}&file=${encodeURIComponent(rules)}`)
    await page.getByRole('list', { name: 'Versions' }).getByRole('button').last().click()
    await page.getByRole('button', { name: 'Restore…' }).click()
    const restoring = page.getByRole('dialog', { name: 'Restore this version' })
    expect(await restoring.getByRole('button', { name: 'Show what would change' }).isDisabled()).toBe(true)
    await restoring.getByRole('checkbox', { name: rules }).check()
    await restoring.getByRole('button', { name: 'Show what would change' }).click()
    await restoring.getByText('1 line added, 1 line removed.').waitFor()
    await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('status').getByText(`Restored ${rules}.`).waitFor()
    expect(readFileSync(rules, 'utf8')).toBe('old\n')
  })

  it('draws a text that nests deeper than any parser goes, and what stands around it', async () => {
    const words = [
      'Nest.',
      `${'>'.repeat(3000)} in`,
      'More.',
      `${'- '.repeat(3000)}in`,
      'Less.',
      `${'> '.repeat(900)}in`,
    ]
    const nested = writeSession(stage.home, stage.project, 4, (line) => words[line] ?? `Line ${line}.`)
    await open(nested.sessionId)
    await entry('Line 7.').waitFor()
    await entry('Nest.').waitFor()
    expect(await page.getByText('could not be shown').count()).toBe(0)
  })

  it('one entry that cannot be shown says so and shows its raw JSON, inside of an agent too, and the rest stays', async () => {
    stage.model.script('Send one.', [
      {
        tools: [{ name: 'Agent', input: { subagent_type: 'general-purpose', description: 'See it', prompt: 'See.' } }],
      },
      { text: 'Above.\n\n---\n\nBelow.' },
    ])
    stage.model.script('See.', [{ text: 'Inside.\n\n---\n\nOutside.' }])
    const id = await stage.converse('Send one.')
    const other = await browser.context.newPage()
    // In the place of whatever may fail: a browser that cannot draw a line across.
    await other.addInitScript(() => {
      const create = document.createElement.bind(document)
      document.createElement = (name: string) => {
        if (name === 'hr') throw new Error('No line can be drawn')
        return create(name)
      }
    })
    await other.goto(`${stage.server.url}/sessions/${id}`)
    const rows = other.getByRole('log', { name: 'Transcript' }).locator('.transcript-row')
    await rows.filter({ hasText: 'Send one.' }).first().waitFor()
    const agent = rows.getByRole('article', { name: /^Agent, See it/ })
    await agent.waitFor()
    // One that was still at work when it was looked at stands open.
    if ((await agent.locator('details[open]').count()) === 0) await agent.locator('summary').first().click()
    const inside = rows.getByRole('group', { name: 'Subagent' })
    await inside.getByText('This entry could not be shown').waitFor()
    await expect.poll(() => rows.getByText('This entry could not be shown: No line can be drawn').count()).toBe(2)
    const last = rows.filter({ hasText: /^This entry/ })
    await last.hover()
    await last.getByRole('button', { name: 'Entry actions' }).click()
    await other.getByRole('menuitem', { name: 'Raw JSON' }).click()
    await other.getByRole('dialog', { name: 'Raw JSON' }).getByText('Below.').waitFor()
    await other.close()
  })

  it('a link to the result of a tool opens its call', async () => {
    const path = join(stage.project, 'birds.txt')
    writeFileSync(path, 'a heron\n')
    stage.model.script('Which bird?', [
      { tools: [{ name: 'Read', input: { file_path: path } }] },
      { text: 'That one.' },
    ])
    const id = await stage.converse('Which bird?')
    const findResult = () => stage.transcript(id).find((line) => JSON.stringify(line).includes('tool_result'))
    // The CLI writes a moment after it has spoken.
    await stage.until(() => findResult() !== undefined)
    const result = findResult()
    await open(id, `?at=${result?.uuid}`)
    await page.locator('.is-shown').getByRole('article', { name: 'Read' }).getByText('a heron').waitFor()
  })

  it('says who else has the session open, and offers to fork it and to take it over', async () => {
    const other = await stage.other()
    stage.model.script('Hold on.', [{ text: 'Held.' }])
    await other.send('Hold on.')
    await stage.until(async () => (await stage.list()).some(({ heldBy }) => heldBy !== null))
    const held = (await stage.list()).find(({ heldBy }) => heldBy !== null)
    await open(held?.sessionId ?? '')
    await entry('Held.').waitFor()
    const note = page.getByRole('note', { name: 'Held elsewhere' })
    await note.getByRole('button', { name: 'Take over' }).waitFor()
    await note.getByRole('button', { name: 'Fork it' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(held?.sessionId ?? ''))
    await entry('Held.').waitFor()
    await note.waitFor({ state: 'detached' })
  })

  it('forks from an entry, and shows the branches', async () => {
    stage.model.script('First word.', [{ text: 'Anchor.' }])
    stage.model.script('Second word.', [{ text: 'Buoy.' }])
    const id = await stage.converse('First word.')
    await stage.ask(id, 'Second word.')
    await open(id)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Branches' }).click()
    await page.getByRole('dialog', { name: 'Branches' }).getByText('4 messages').waitFor()
    await page.keyboard.press('Escape')
    const mode = page.getByRole('combobox', { name: 'Permission mode' })
    await mode.selectOption('plan')
    await expect.poll(() => mode.inputValue()).toBe('plan')
    await choose('Anchor.', 'Fork from here')
    await page.waitForURL((url) => !url.pathname.endsWith(id))
    await entry('Anchor.').waitFor()
    expect(await entry('Buoy.').count()).toBe(0)
    // It asks as the session does that it was copied from, and has nothing of what was said behind the entry.
    await expect.poll(() => mode.inputValue()).toBe('plan')
    const forked = `/api/claude/sessions/${new URL(page.url()).pathname.split('/').at(-1)}`
    const { body } = await stage.call('GET', `${forked}/messages`)
    expect(JSON.stringify(body.items)).toContain('Anchor.')
    expect(JSON.stringify(body.items)).not.toContain('Buoy.')
  })

  it('after /clear it is forked as it is now, or from any of its entries, and its command resumes what it is now', async () => {
    const id = await stage.converse('A wreck from before.')
    await stage.send(id, '/clear')
    await stage.rested(id)
    await stage.ask(id, 'A buoy of today.')
    const newest = (await stage.detail(id)).ids.at(-1)
    expect(newest).not.toBe(id)
    await open(id)
    await entry('A wreck from before.').first().waitFor()
    await entry('A buoy of today.').first().waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Copy the command' }).click()
    await expect.poll(clipboard).toBe(`claude --resume ${newest}`)
    const shows = async (words: string, others: string) => {
      await page.waitForURL((url) => !url.pathname.endsWith(id))
      await entry(words).first().waitFor()
      expect(await entry(others).count()).toBe(0)
    }
    await page.getByRole('button', { name: 'Fork', exact: true }).click()
    await shows('A buoy of today.', 'A wreck from before.')
    await open(id)
    await choose('A buoy of today.', 'Fork from here')
    await shows('A buoy of today.', 'A wreck from before.')
    await open(id)
    await choose('A wreck from before.', 'Fork from here')
    await shows('A wreck from before.', 'A buoy of today.')
  })

  it('is forked once, however often that is pressed, says so meanwhile, and is not forked later where there is no connection', async () => {
    const id = await stage.converse('Only one copy.')
    const other = await browser.context.newPage()
    const starts: (() => void)[] = []
    let isCut = false
    let cut = (): void => undefined
    await other.routeWebSocket('**/api/live', (socket) => {
      if (isCut) return void socket.close()
      const server = socket.connectToServer()
      socket.onMessage((text) => {
        if (String(text).includes('"kind":"start"')) starts.push(() => server.send(text))
        else server.send(text)
      })
      server.onMessage((text) => socket.send(text))
      cut = () => void socket.close()
    })
    await other.goto(`${stage.server.url}/sessions/${id}`)
    await other.getByText('Only one copy.').first().waitFor()
    const fork = other.locator('.session-actions').getByRole('button', { name: /^Fork/ })
    const alert = other.getByRole('alert', { name: 'Connection' })
    isCut = true
    cut()
    await alert.waitFor()
    await fork.click()
    await other.getByRole('alert').getByText('There is no connection: nothing was changed.').waitFor()
    isCut = false
    await alert.waitFor({ state: 'detached' })
    await other.getByRole('button', { name: 'Dismiss' }).click()
    await fork.click()
    await expect.poll(() => fork.innerText()).toBe('Forking…')
    expect(await fork.getAttribute('aria-disabled')).toBe('true')
    await fork.dispatchEvent('click')
    await other.keyboard.press('Control+k')
    await other.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Fork this session')
    await other.keyboard.press('Enter')
    expect(starts).toHaveLength(1)
    starts[0]?.()
    await other.waitForURL((url) => !url.pathname.endsWith(id))
    expect((await stage.list('?limit=100')).filter(({ forkedFrom }) => forkedFrom?.sessionId === id)).toHaveLength(1)
    await other.close()
  })

  it('looks at another branch, and comes back', async () => {
    // The third prompt was edited: what it said first, and the answer, are off the current branch.
    const words = ['Begin.', 'Begun.', 'Go left.', 'Left it is.', 'Go right.', 'Right it is.']
    const parted = writeSession(
      stage.home,
      stage.project,
      3,
      (line) => words[line] ?? '',
      (line) => (line === 4 ? 1 : line - 1),
    )
    await open(parted.sessionId)
    await entry('Right it is.').waitFor()
    expect(await entry('Left it is.').count()).toBe(0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Branches' }).click()
    const dialog = page.getByRole('dialog', { name: 'Branches' })
    await dialog.getByText('the current branch').waitFor()
    await dialog.getByRole('button', { name: 'Look at it' }).click()
    await entry('Left it is.').waitFor()
    expect(await entry('Right it is.').count()).toBe(0)
    await page.getByRole('button', { name: 'Back to the current one' }).click()
    await entry('Right it is.').waitFor()
    expect(await entry('Left it is.').count()).toBe(0)
  })

  it('tags and archives, and copies the command that resumes it', async () => {
    const id = await stage.converse('Say anything.')
    await open(id)
    const more = async (name: string) => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await more('Copy the command')
    await expect.poll(clipboard).toBe(`claude --resume ${id}`)
    await more('Tag')
    await page.getByRole('textbox', { name: 'Tag' }).fill('harbour')
    await page.keyboard.press('Enter')
    await page.locator('.session-head').getByText('harbour').waitFor()
    await more('Archive')
    await page.locator('.session-head').getByText('archived').waitFor()
    await stage.untilRow(id, (row) => row.archived && row.tag === 'harbour')
  })

  it('its menu opens again in the moment it was left, and closes by the button that has opened it', async () => {
    await open(long.sessionId)
    const more = page.getByRole('button', { name: 'More' })
    const menu = page.getByRole('menu', { name: 'Session actions' })
    await more.click()
    await menu.waitFor()
    // The browser says later that it was closed: nobody is as quick by hand, but a busy machine is as slow.
    await more.evaluate(async (button: HTMLElement) => {
      document.querySelector<HTMLElement>('[role=menuitem]')?.click()
      await Promise.resolve()
      button.click()
    })
    await menu.waitFor()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(await menu.isVisible()).toBe(true)
    await more.click()
    await menu.waitFor({ state: 'detached' })
  })

  it('on a phone all actions come up from below, and nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(long.sessionId)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    const sheet = page.getByRole('menu', { name: 'Session actions' })
    await sheet.getByRole('menuitem', { name: 'Fork', exact: true }).waitFor()
    const box = await sheet.boundingBox()
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
  })

  it('says nothing of itself before it has been read', async () => {
    const other = await browser.context.newPage()
    // Nobody answers.
    await other.routeWebSocket('**/api/live', () => undefined)
    await other.goto(`${stage.server.url}/sessions/${long.sessionId}`)
    const panels = other.locator('.panels')
    await panels.getByRole('status', { name: 'Reading the session' }).waitFor()
    expect(await panels.getByRole('complementary').count()).toBe(0)
    expect(await other.getByRole('status', { name: 'Session status' }).innerText()).not.toMatch(/starting|idle/)
    expect(await other.getByText('Untitled').count()).toBe(0)
    await other.route('**/api/claude/**', () => undefined)
    await other.getByRole('link', { name: 'Help' }).click()
    await other.getByRole('status', { name: 'Reading what there is' }).waitFor()
    expect(await other.getByText('Nothing was told yet').count()).toBe(0)
    await other.close()
  })

  it('has its panels beside it, and not over what is open when the window becomes narrow', async () => {
    await open(long.sessionId)
    await page.getByRole('complementary', { name: 'Session info' }).waitFor()
    await choose('Line 1598.', 'Raw JSON')
    await page.getByRole('dialog', { name: 'Raw JSON' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Actions', exact: true }).waitFor()
    await page.getByRole('dialog', { name: 'Raw JSON' }).waitFor()
    expect(await page.getByRole('dialog', { name: 'Panels' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Panels' }).click()
    await page.getByRole('dialog', { name: 'Panels' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('has its title, its place and its actions also where it is older than all of the list', async () => {
    const old = writeSession(stage.home, stage.project, 1, (line) => (line === 0 ? 'Long ago.' : 'Indeed.'))
    const folder = join(stage.home, '.claude/projects', stage.project.replaceAll(/[^a-zA-Z0-9]/g, '-'))
    utimesSync(join(folder, `${old.sessionId}.jsonl`), new Date(2026, 0, 2), new Date(2026, 0, 2))
    for (let count = 0; count < LISTED; count += 1) writeSession(stage.home, stage.project, 1)
    await stage.until(async () => (await stage.list('?limit=1000')).length > LISTED)
    await open(old.sessionId)
    await entry('Indeed.').waitFor()
    expect(await page.locator('.sidebar').getByText('Long ago.').count()).toBe(0)
    const head = page.locator('.session-head')
    await head.getByText(basename(stage.project)).waitFor()
    await head.getByRole('button', { name: 'Resume' }).waitFor()
    await expect.poll(() => page.title()).toBe('Long ago. · Quarterdeck')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.phone-head').getByText('Long ago.').waitFor()
  })
})
