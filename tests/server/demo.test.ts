import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyProcess } from '@quarterdeck/driver'
import { openPaired, startBrowser, startServer, type TestBrowser, type TestServer } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/root.ts'

const PROGRAM = join(root, 'packages/server/dist/quarterdeck.js')

describe('npm start -- --demo', () => {
  let home: string
  let data: string
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'quarterdeck-demo-test-'))
    data = join(home, 'data')
    // No CLI anywhere, and no account: the demo needs neither.
    server = await startServer({ data, env: { HOME: home, PATH: '/nowhere' }, args: ['--demo'] })
    browser = await startBrowser()
    page = await browser.context.newPage()
  })
  afterEach(async () => {
    await browser.close()
    await server.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  it('says that it is a demo, and plays a conversation with approvals', async () => {
    await openPaired(page, server)
    await page.getByText('Nothing here is real.').waitFor()
    await page.getByRole('list', { name: 'Sessions' }).getByText('Hello. What can I try here?').click()
    const transcript = page.getByRole('log', { name: 'Transcript' })
    await transcript.getByText('fix the failing test').waitFor()

    await page.getByRole('textbox', { name: 'Message' }).fill('Please fix the failing test.')
    await page.getByRole('button', { name: 'Send' }).click()
    const status = page.getByRole('status', { name: 'Session status' })
    const allow = page.getByRole('button', { name: 'Allow once' })
    await status.filter({ hasText: 'working' }).or(allow).first().waitFor()
    const done = status.filter({ hasText: 'idle' })
    let approvals = 0
    for (;;) {
      await allow.or(done).first().waitFor()
      if ((await allow.count()) === 0) break
      const card = await page.getByRole('group', { name: /^Approval: / }).elementHandle()
      await allow.click()
      approvals += 1
      await card?.waitForElementState('hidden')
    }
    expect(approvals).toBeGreaterThan(0)
    expect(existsSync(join(home, '.claude'))).toBe(false)
  })

  it('is marked on a phone too, where there is no sidebar beside a session', async () => {
    const phone = await startBrowser({ phone: true })
    const small = await phone.context.newPage()
    await openPaired(small, server)
    await small.getByRole('list', { name: 'Sessions' }).getByText('Hello. What can I try here?').click()
    await small.getByText('Demo ·').waitFor()
    expect(await small.title()).toMatch(/Quarterdeck demo$/)
    await phone.close()
  })

  it('leaves nothing of its samples behind, and no session', async () => {
    expect(readdirSync(data)).toContain('demo')
    expect(globSync('demo/state/sessions/*/keeper.json', { cwd: data })).not.toEqual([])
    const { output } = await server.stop()
    expect(output).toContain('Its sessions and samples are gone.')
    // What lets another browser in looks for this server, and not for the usual one.
    expect(output).toContain(`npm start -- pair --data ${data}`)
    for (const name of ['demo', 'sessions', 'trusted-folders.json', 'index', 'prompts.jsonl'])
      expect(readdirSync(data)).not.toContain(name)
    // A server that comes after it with the same data knows nothing of it.
    server = await startServer({ data, env: { HOME: home, PATH: '/nowhere' } })
    for (const what of ['sessions', 'history']) {
      const answer = await fetch(`${server.url}/api/claude/${what}`, {
        headers: { authorization: `Bearer ${server.token}` },
      })
      expect(await answer.json()).toEqual({ items: [], nextCursor: null })
    }
  })

  it('tidies up after a demo that was killed', async () => {
    const tmp = join(home, 'tmp')
    mkdirSync(tmp)
    const run = () =>
      spawn(process.execPath, [PROGRAM, '--demo', '--port', '0', '--no-open'], {
        env: { HOME: home, PATH: process.env.PATH, TMPDIR: tmp },
        stdio: 'ignore',
      })
    const demos = () => readdirSync(tmp).filter((name) => name.startsWith('quarterdeck-demo-'))
    const isReady = (name: string) => existsSync(join(tmp, name, 'server.json'))
    const first = run()
    await waitFor(() => demos().some(isReady))
    const [killed] = demos()
    const [note] = globSync('demo/state/sessions/*/keeper.json', { cwd: join(tmp, killed as string) })
    const { pid } = JSON.parse(readFileSync(join(tmp, killed as string, note as string), 'utf8'))
    first.kill('SIGKILL')
    const second = run()
    await waitFor(() => demos().some((name) => name !== killed && isReady(name)))
    expect(demos()).not.toContain(killed)
    expect(identifyProcess(pid)).toBeNull()
    const ended = new Promise((resolve) => second.on('close', resolve))
    second.kill('SIGTERM')
    await ended
    expect(demos()).toEqual([])
  })
})

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}
