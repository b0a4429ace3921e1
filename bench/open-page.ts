import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPaired, StreamingCli, startBrowser, startServer, writeSession } from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { ensureChromium } from '../scripts/chromium.ts'

export interface OpenPage {
  page: Page
  cli: StreamingCli
  /** Of the session, with the message at which it is opened. */
  toAddress: (line?: number) => string
}

/** A real browser on the built server, with a live session of so many messages whose CLI says what the bench wants. */
export async function withPage<T>(messages: number, work: (open: OpenPage) => Promise<T>): Promise<T> {
  process.env.QUARTERDECK_CHROMIUM ??= await ensureChromium()
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-page-')))
  const cli = new StreamingCli(home)
  const says = (line: number) =>
    `Line ${line}. ${'Some words of a usual length, as people and models write them. '.repeat(1 + (line % 6))}`
  const { sessionId, uuids } = writeSession(home, cli.cwd, messages / 2, says)
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const server = await startServer({ data: join(home, 'data'), env, args: ['--claude', cli.path] })
  const browser = await startBrowser()
  try {
    await fetch(`${server.url}/api/claude/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cwd: cli.cwd, resume: sessionId, trust: true }),
    })
    const page = await browser.context.newPage()
    await openPaired(page, server)
    const toAddress = (line?: number) =>
      `${server.url}/sessions/${sessionId}${line === undefined ? '' : `?at=${uuids[line]}`}`
    return await work({ page, cli, toAddress })
  } finally {
    await browser.close()
    await server.end()
    cli.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}
