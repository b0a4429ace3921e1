import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CliProcess } from './cli-process.ts'
import { toText } from './line-framer.ts'
import { identifyProcess } from './process-identity.ts'

const QUICK = { termAfterMs: 50, killAfterMs: 100 }

describe('CliProcess', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-process-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs a small program in the place of the CLI. */
  function run(source: string) {
    const path = join(folder, 'cli.mjs')
    writeFileSync(path, source)
    const lines: string[] = []
    const cli = { path, command: process.execPath, args: [path] }
    const child = new CliProcess(cli, [], { cwd: folder, env: { PATH: process.env.PATH ?? '' } }, (frame) => {
      if (frame.kind === 'line') lines.push(toText(frame.bytes))
    })
    return { child, lines }
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await sleep(5)
  }

  it('gives what the program writes, takes what it is sent, and ends with it', async () => {
    const { child, lines } = run(
      "process.stdin.on('data', (d) => process.stdout.write('got ' + d)).on('end', () => process.exit(0))",
    )
    child.write('hello\n')
    await until(() => lines.length === 1)
    expect(lines).toEqual(['got hello'])
    expect(await child.stop()).toMatchObject({ kind: 'stopped', code: 0, signal: null, forced: false })
  })

  it('tells a crash by its code and the end of stderr', async () => {
    const { child } = run("console.error('no key'); process.exit(3)")
    expect(await child.exited).toMatchObject({ kind: 'crashed', code: 3, signal: null, stderr: 'no key\n' })
  })

  it('says why a program could not be started, instead of throwing', async () => {
    const cli = { path: '/no/such', command: '/no/such', args: [] }
    const child = new CliProcess(cli, [], { cwd: folder, env: {} }, () => undefined)
    expect(await child.exited).toMatchObject({ kind: 'failed_to_start', reason: expect.stringContaining('ENOENT') })
  })

  it('refuses to write to a program that has ended', async () => {
    const { child } = run('process.exit(0)')
    await child.exited
    expect(child.write('x\n')).toBe('not_running')
  })

  it('kills a program that ignores the end of stdin and SIGTERM, and everything it started', async () => {
    const { child, lines } = run(`
      import { spawn } from 'node:child_process'
      process.on('SIGTERM', () => undefined)
      const inner = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)"])
      console.log(inner.pid)
      setInterval(() => undefined, 1000)
    `)
    await until(() => lines.length === 1)
    const inner = Number(lines[0])
    expect(await child.stop(QUICK)).toMatchObject({ kind: 'stopped', signal: 'SIGKILL', forced: true })
    await until(() => identifyProcess(inner) === null)
  })

  it('ends though a grandchild that left the group still holds stdout', async () => {
    const { child, lines } = run(`
      import { spawn } from 'node:child_process'
      const inner = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit', detached: true })
      console.log(inner.pid)
      setTimeout(() => process.exit(0), 50)
    `)
    expect(await child.exited).toMatchObject({ code: 0 })
    process.kill(Number(lines[0]), 'SIGKILL')
  })

  it('knows whether it ever ran', async () => {
    const { child } = run('process.exit(0)')
    expect(await child.started).toBe(true)
    const missing = new CliProcess(
      { path: '/x', command: '/x', args: [] },
      [],
      { cwd: folder, env: {} },
      () => undefined,
    )
    expect(await missing.started).toBe(false)
  })

  it('ends though a grandchild still holds stdout', async () => {
    const { child } = run(`
      import { spawn } from 'node:child_process'
      spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' })
      setTimeout(() => process.exit(0), 50)
    `)
    expect(await child.exited).toMatchObject({ code: 0 })
  })
})
