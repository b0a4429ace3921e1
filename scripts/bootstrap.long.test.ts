import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './root.ts'

/** In the place of npm: does what it is told to by a variable, and notes that it was called. */
const NPM = `
  const fs = require('node:fs')
  fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
  if (process.env.NPM_SAYS) { console.error(process.env.NPM_SAYS); process.exit(1) }
  fs.mkdirSync('node_modules', { recursive: true })
`

describe('the bootstrap behind npm start and npm test', () => {
  let clone: string

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'quarterdeck-clone-'))
    cpSync(join(root, 'scripts/bootstrap'), join(clone, 'scripts/bootstrap'), { recursive: true })
    cpSync(join(root, 'scripts/bootstrap.mjs'), join(clone, 'scripts/bootstrap.mjs'))
    mkdirSync(join(clone, 'scripts/commands'))
    writeFileSync(
      join(clone, 'scripts/commands/check.ts'),
      "console.log('checked', process.argv.slice(2).join(' ')); process.exitCode = 7",
    )
    writeFileSync(join(clone, 'package-lock.json'), '{}')
    writeFileSync(join(clone, 'npm.js'), NPM)
  })
  afterEach(() => rmSync(clone, { recursive: true, force: true }))

  function run(args: string[], env: Record<string, string> = {}) {
    const script = join(clone, 'scripts/bootstrap.mjs')
    return spawnSync(process.execPath, [script, ...args], {
      cwd: clone,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', npm_execpath: join(clone, 'npm.js'), ...env },
    })
  }
  const calls = () => readFileSync(join(clone, 'npm-calls'), 'utf8').trim().split('\n').length

  it('installs what is missing, says so in a line, and runs the command with its arguments and exit code', () => {
    const first = run(['check', '--quick'])
    expect(first.stderr).toContain('Installing packages')
    expect(first.stdout).toBe('checked --quick\n')
    expect(first.status).toBe(7)
  })

  it('installs once, and again when the lockfile has changed', () => {
    run(['check'])
    const second = run(['check'])
    expect(second.stderr).toBe('')
    expect(calls()).toBe(1)
    writeFileSync(join(clone, 'package-lock.json'), '{"changed":true}')
    run(['check'])
    expect(calls()).toBe(2)
  })

  it('does not take an install that failed for one that is done', () => {
    expect(run(['check'], { NPM_SAYS: 'boom' }).status).toBe(2)
    expect(run(['check']).stdout).toContain('checked')
  })

  it.each([
    ['npm error code ENOTFOUND', /does not reach its registry.*Check the network or the proxy/],
    ['npm error network ETIMEDOUT', /does not reach its registry/],
    ['npm error code ENOSPC', /The disk is full.*Free some space/],
    ['npm error code EACCES', /may not write below.*Make the folder yours/],
    ['npm error code EINTEGRITY', /not the one the lockfile names/],
    ['npm error something new', /npm could not install the packages. It said:\n.*something new/],
  ])('turns "%s" into a sentence that helps, and exit 2', (says, expected) => {
    const { status, stderr, stdout } = run(['check'], { NPM_SAYS: says })
    expect(status).toBe(2)
    expect(stderr).toMatch(expected)
    expect(stderr).not.toContain('    at ')
    expect(stdout).toBe('')
  })

  it.each([
    ['another system', { platform: 'win32' }, /runs on Linux, macOS and WSL, not on win32/],
    [
      'an old Node without a newer one to be had',
      { arch: 'riscv64', version: 'v20.1.0' },
      /needs Node 24, this is v20\.1\.0, and npm has none for \w+ on riscv64\. Install Node 24/,
    ],
  ])('says what to do on %s', (_, facts, expected) => {
    const preload = join(clone, 'preload.cjs')
    writeFileSync(
      preload,
      `for (const [name, value] of Object.entries(${JSON.stringify(facts)})) Object.defineProperty(process, name, { value })`,
    )
    const { status, stderr } = run(['check'], { NODE_OPTIONS: `--require=${preload}` })
    expect(status).toBe(2)
    expect(stderr).toMatch(expected)
  })

  it('does not run a command under an older Node than it needs', () => {
    const preload = join(clone, 'preload.cjs')
    writeFileSync(
      preload,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.9.0' } })",
    )
    const script = join(root, 'scripts/assert-node.ts')
    const { status, stderr } = spawnSync(process.execPath, ['--require', preload, script], { encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toContain('This needs Node 24')
  })

  it('says when there is no npm', () => {
    const { status, stderr } = run(['check'], { npm_execpath: '', PATH: '/nowhere' })
    expect(status).toBe(2)
    expect(stderr).toContain('npm was not found')
  })

  it('names the commands when there is no such one', () => {
    const { status, stderr } = run(['fly'])
    expect(status).toBe(2)
    expect(stderr).toBe(
      "There is no command 'fly'. There are: start, test, check, bench, faults, record, drift, docs, screenshots, format.\n",
    )
  })

  it('lets a second run wait for the first to finish installing', async () => {
    const { locked } = await import('./bootstrap/lock.mjs')
    const order: string[] = []
    const lock = join(clone, '.cache/x.lock')
    const step = (name: string) => async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      order.push(`${name} ends`)
    }
    await Promise.all([locked(lock, step('a')), locked(lock, step('b'))])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('takes over the lock of a run that was killed, once nobody touches it any more', async () => {
    const { locked } = await import('./bootstrap/lock.mjs')
    const lock = join(clone, '.cache/x.lock')
    mkdirSync(lock, { recursive: true })
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, longAgo, longAgo)
    expect(await locked(lock, async () => 'done')).toBe('done')
  })

  it('gives the command the environment as it was before npm', () => {
    writeFileSync(join(clone, 'scripts/commands/check.ts'), 'console.log(JSON.stringify(process.env))')
    const ours = join(clone, 'node_modules/.bin')
    const { stdout } = run(['check'], {
      PATH: `${ours}:/usr/lib/node-gyp-bin:${process.env.PATH}:/home/user/node_modules/.bin`,
      npm_lifecycle_event: 'check',
      npm_config_ignore_scripts: 'true',
      INIT_CWD: '/x',
      KEPT: 'yes',
    })
    const env = JSON.parse(stdout)
    expect(env.PATH).toBe(`${process.env.PATH}:/home/user/node_modules/.bin`)
    expect(env.KEPT).toBe('yes')
    expect(Object.keys(env).filter((name) => name.startsWith('npm_') || name === 'INIT_CWD')).toEqual([])
  })
})
