import { globSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { HistoryAnswer } from '@quarterdeck/contract'
import { CLI_VERSIONS, openPaired, writeSession } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const DAY_MS = 86_400_000

// A CLI is started several times, and 2.1.325 cleans up some seconds after its start.
describe.each(CLI_VERSIONS)('sessions that the real CLI %s deletes in a terminal', { timeout: 150_000 }, (version) => {
  let stage: PageStage
  beforeEach(async () => {
    stage = await PageStage.set(version)
  })
  afterEach(() => stage.clear())

  const readHistory = async () => (await stage.hub.call('GET', '/api/claude/clean-up')).body as unknown as HistoryAnswer
  const findFiles = (id: string) =>
    globSync(`.claude/projects/*/${id}.jsonl`, { cwd: stage.hub.home }).map((path) => join(stage.hub.home, path))
  const notice = (name: string) => stage.page.getByRole('region', { name })
  const row = (words: string) => stage.page.getByRole('row').filter({ hasText: words })
  const openList = () => stage.page.goto(`${stage.hub.server.url}/sessions`)

  /** Sessions that were last active forty days ago, and a server that finds them at its start. */
  async function age(...words: string[]): Promise<string[]> {
    const { home, project, server } = stage.hub
    await server.stop()
    const then = new Date(Date.now() - 40 * DAY_MS)
    const ids = words.map((said) => writeSession(home, project, 1, () => said).sessionId)
    for (const path of ids.flatMap(findFiles)) utimesSync(path, then, then)
    await stage.hub.start()
    // At another port it is another page to a browser.
    await openPaired(stage.page, stage.hub.server)
    return ids
  }

  /** As a terminal does: with the user's settings and not with ours. */
  async function runTerminal(ids: readonly string[]): Promise<void> {
    const terminal = await stage.hub.other({ settings: { cleanupPeriodDays: 30 } })
    await terminal.turn('Hello.')
    await expect.poll(() => ids.flatMap(findFiles)).toEqual([])
    await terminal.stop()
  }

  it('are kept, told once, listed, found, and put back when somebody goes on with them', async () => {
    const ids = await age('Count the walnuts', 'Count the almonds')
    await expect.poll(async () => (await readHistory()).copies.count).toBe(2)
    await openList()
    await notice('Old sessions').getByText('deletes sessions after 30 days. Quarterdeck keeps a copy').waitFor()
    await stage.button('Keep them').click()
    await notice('Old sessions').waitFor({ state: 'detached' })
    await row('Count the walnuts').getByText('kept', { exact: true }).waitFor()

    await runTerminal(ids)
    await expect.poll(async () => (await readHistory()).gone.length).toBe(2)
    await openList()
    await notice('Deleted sessions').getByText('2 sessions were deleted by').waitFor()
    expect(await notice('Deleted sessions').innerText()).toContain('2 were kept')
    await row('Count the walnuts').getByText('deleted by Claude Code', { exact: true }).waitFor()
    expect(await notice('Old sessions').count()).toBe(0)
    await stage.button('OK').click()
    await notice('Deleted sessions').waitFor({ state: 'detached' })
    const found = await stage.hub.call('GET', '/api/claude/search?q=almonds')
    expect(JSON.stringify(found.body)).toContain(ids[1])

    const [id = ''] = ids
    await stage.hub.converse('How many were there?', { resume: id })
    expect(stage.hub.knows('Count the walnuts')).toBe(true)
    const [file = ''] = findFiles(id)
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(DAY_MS)
    await expect.poll(() => stage.hub.transcript(id).length).toBeGreaterThan(2)
    await stage.page.goto(`${stage.hub.server.url}/settings`)
    await stage.page.getByText('2 sessions are kept;').waitFor()
  })

  it('are let go where somebody wants that, and then it is said which went', async () => {
    expect((await stage.hub.call('PATCH', '/api/claude/clean-up', { on: false })).status).toBe(200)
    const ids = await age('Count the pecans')
    await openList()
    await row('Count the pecans').getByText('any time').waitFor()
    await stage.button('Let them go').click()
    await expect.poll(async () => (await readHistory()).told).toBe(true)
    await runTerminal(ids)
    await expect.poll(async () => (await readHistory()).gone).toMatchObject([{ sessionId: ids[0], kept: false }])
    await openList()
    await notice('Deleted sessions').getByText('1 session was deleted by').waitFor()
    await notice('Deleted sessions').getByText('Which').click()
    await notice('Deleted sessions').getByText('Count the pecans').waitFor()
    expect(await row('Count the pecans').count()).toBe(0)
  })

  it('keep their time when they are renamed, tagged, archived, kept, opened and read', async () => {
    const [older = '', newer = ''] = await age('Older', 'Newer')
    for (const path of findFiles(newer)) utimesSync(path, new Date(), new Date(Date.now() - 20 * DAY_MS))
    const [path = ''] = findFiles(older)
    const { mtimeMs } = statSync(path)
    const facts = async () => {
      const rows = await stage.hub.list()
      const { modified } = rows.find(({ sessionId }) => sessionId === older) ?? {}
      return { modified, order: rows.map(({ sessionId }) => sessionId), mtimeMs: statSync(path).mtimeMs }
    }
    await expect.poll(async () => (await facts()).order).toEqual([newer, older])
    const before = await facts()
    expect(before.mtimeMs).toBe(mtimeMs)
    const address = `/api/claude/sessions/${older}`
    await stage.hub.call('PATCH', address, { title: 'Named by a person', tag: 'nuts', archived: true })
    await stage.hub.call('PATCH', address, { archived: false, read: false })
    await stage.hub.call('PATCH', address, { read: true })
    await stage.hub.call('POST', `${address}/keep`, {})
    await stage.show(older)
    const named = (await stage.hub.list()).find(({ sessionId }) => sessionId === older)
    expect(named).toMatchObject({ title: 'Named by a person', tag: 'nuts' })
    expect(await facts()).toEqual(before)
  })
})
