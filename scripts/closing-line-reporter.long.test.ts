import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './root.ts'

describe('the closing line of npm test', () => {
  let folder: string
  beforeEach(() => {
    // Inside the clone, so that the tests in it find vitest.
    mkdirSync(join(root, '.cache'), { recursive: true })
    folder = mkdtempSync(join(root, '.cache', 'closing-line-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function run(files: Record<string, string>) {
    for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body)
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const reporter = join(root, 'scripts/closing-line-reporter.ts')
    const args = [vitest, 'run', '--root', folder, '--no-isolate', '--reporter', reporter]
    const env = { PATH: process.env.PATH ?? '', XDG_DATA_HOME: tmpdir(), CI: 'true' }
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env })
    const lines = stdout.trimEnd().split('\n')
    return { status, last: lines.at(-1), lines }
  }
  const use = "import { expect, it } from 'vitest';"

  it('counts what passed, failed and was skipped', () => {
    const tests = `${use} it('a', () => {}); it('b', () => expect(1).toBe(2)); it.skip('c', () => {}); it('d', () => {})`
    expect(run({ 'a.test.ts': tests })).toMatchObject({ status: 1, last: '2 passed, 1 failed, 1 skipped' })
  })

  it('counts a file that does not load as failed', () => {
    expect(run({ 'a.test.ts': `${use} it('a', () => {})`, 'b.test.ts': "import './missing.ts'" })).toMatchObject({
      status: 1,
      last: '1 passed, 1 failed',
    })
  })

  it('says so when all is well', () => {
    const { status, last, lines } = run({ 'a.test.ts': `${use} it('a', () => {})` })
    expect({ status, last }).toEqual({ status: 0, last: '1 passed, 0 failed' })
    expect(lines.join('\n')).not.toContain('slowest')
  })
  it('comes after the ten slowest files, the slowest first, where there are more', () => {
    const quick = Array.from({ length: 10 }, (_, index) => [`quick-${index}.test.ts`, `${use} it('a', () => {})`])
    const slow = `${use} it('a', () => new Promise((resolve) => setTimeout(resolve, 1000)))`
    const { lines, last } = run({ ...Object.fromEntries(quick), 'slow.test.ts': slow })
    const table = lines.slice(lines.findIndex((line) => line.endsWith('the slowest files')) + 1, -2)
    expect(table).toHaveLength(10)
    expect(table.filter((line) => /^\d+\.\d +slow\.test\.ts$/.test(line))).toHaveLength(1)
    const seconds = table.map((line) => Number.parseFloat(line))
    expect(seconds).toEqual(seconds.toSorted((a, b) => b - a))
    expect(last).toBe('11 passed, 0 failed')
  })
})
