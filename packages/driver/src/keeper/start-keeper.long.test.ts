import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeeperSpec } from './spec.ts'
import { startKeeper } from './start-keeper.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-keeper-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A program in the place of the keeper's, and what comes of starting it. */
function start(program: string, nodeFlags?: readonly string[]): Promise<unknown> {
  const file = join(folder, 'keeper.mjs')
  writeFileSync(file, program)
  const spec = { folder, marker: 'm' } as unknown as KeeperSpec
  return startKeeper(spec, { file, env: process.env, ...(nodeFlags && { nodeFlags }) })
}

const SAYS_ITS_FLAGS = `
  import { appendFileSync } from 'node:fs'
  appendFileSync(new URL('./ran', import.meta.url), process.execArgv.join(' ') + '\\n')
  console.log(JSON.stringify({ ready: false, code: 'cli_failed', message: 'It ran.' }))`
const ran = () => readFileSync(join(folder, 'ran'), 'utf8')

describe('a keeper is started', () => {
  it('with flags that this Node knows, once', async () => {
    await expect(start(SAYS_ITS_FLAGS)).rejects.toThrow('It ran.')
    expect(ran()).toMatch(/^--max-semi-space-size=1 --single-threaded .*\n$/)
  })

  it('without them by a Node that lacks one', async () => {
    await expect(start(SAYS_ITS_FLAGS, ['--no-flag-of-any-node'])).rejects.toThrow('It ran.')
    expect(ran()).toBe('\n')
  })

  it('no third time, and what it said is told', async () => {
    const dies = `console.error('No more.'); process.exit(9)`
    await expect(start(dies)).rejects.toMatchObject({
      code: 'keeper_failed',
      message: expect.stringMatching(/it ended with 9\. No more\./),
    })
  })
})
