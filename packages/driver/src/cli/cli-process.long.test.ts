import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toText } from '../lines/line-framer.ts'
import { type OutputPipe, openOutputPipe } from '../lines/output-pipe.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { CliProcess, type ProcessOptions } from './cli-process.ts'

const QUICK = { termAfterMs: 50, killAfterMs: 100 }

describe.each(['a pipe of its own', 'a pipe that is read in place'])('CliProcess, with %s', (kind) => {
  let folder: string
  let output: OutputPipe | null
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-process-'))
    output = kind === 'a pipe of its own' ? null : await openOutputPipe()
  })
  afterEach(() => {
    output?.theirs.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a small program in the place of the CLI. */
  function run(source: string, options: Partial<ProcessOptions> = {}, lines: string[] = []) {
    const path = join(folder, 'cli.mjs')
    writeFileSync(path, source)
    const cli = { path, command: process.execPath, args: [path] }
    const all = { cwd: folder, env: { PATH: process.env.PATH ?? '' }, output, ...options }
    output = null
    const child = new CliProcess(cli, [], all, (frame) => {
      if (frame.kind === 'oversize') lines.push(`(${frame.bytes} bytes)`)
      else lines.push(`${frame.kind === 'torn' ? '(torn) ' : ''}${toText(frame.bytes)}`)
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

  it('tells of the half of a line that it was killed in', async () => {
    const { child, lines } = run("process.stdout.write('{}\\n{\"a\":', () => process.kill(process.pid, 'SIGKILL'))")
    expect(await child.exited).toMatchObject({ kind: 'crashed', signal: 'SIGKILL', code: null })
    expect(lines).toEqual(['{}', '(torn) {"a":'])
  })

  it('calls it a crash when it ends inside a turn, though it says all is well', async () => {
    const { child } = run('process.exit(0)', { inTurn: () => true })
    expect(await child.exited).toMatchObject({
      kind: 'crashed',
      code: 0,
      inTurn: true,
      reason: 'It ended by itself inside a turn, without a result.',
    })
  })

  it('takes the rest of its output into account, though it came after its end', async () => {
    const lines: string[] = []
    const source =
      "process.stdin.on('data', () => process.stdout.write('x'.repeat(100_000) + '\\nresult\\n', () => process.exit(0))); console.log('up')"
    const { child } = run(source, { inTurn: () => !lines.includes('result') }, lines)
    await until(() => lines.length === 1)
    child.pause()
    child.write('go\n')
    expect(await child.exited).toMatchObject({ kind: 'finished', inTurn: false })
    expect(lines.at(-1)).toBe('result')
  })

  describe('says why a program could not be started, instead of throwing:', () => {
    const start = (command: string, more: { cwd?: string; argv?: string[] } = {}) => {
      const { cwd = folder, argv = [] } = more
      return new CliProcess({ path: command, command, args: [] }, argv, { cwd, env: {} }, () => undefined).exited
    }
    const failed = (reason: RegExp) => ({ kind: 'failed_to_start', code: null, reason: expect.stringMatching(reason) })

    it('there is no such program', async () => {
      expect(await start('/no/such')).toMatchObject(failed(/no program at '\/no\/such'.*--claude PATH.*ENOENT/))
    })

    it('there is no such folder', async () => {
      expect(await start(process.execPath, { cwd: '/no/such' })).toMatchObject(
        failed(/folder '\/no\/such' does not exist/),
      )
    })

    it('the folder is a file', async () => {
      expect(await start(process.execPath, { cwd: process.execPath })).toMatchObject(failed(/is not a folder/))
    })

    it('it may not be run', async () => {
      const path = join(folder, 'plain')
      writeFileSync(path, '', { mode: 0o644 })
      expect(await start(path)).toMatchObject(failed(/may not be run.*EACCES/))
    })

    it('what it runs with is missing', async () => {
      const path = join(folder, 'script')
      writeFileSync(path, '#!/no/such/interpreter\n', { mode: 0o755 })
      expect(await start(path)).toMatchObject(failed(/what it runs with is missing/))
    })

    it('its arguments are too long', async () => {
      expect(await start(process.execPath, { argv: ['x'.repeat(3_000_000)] })).toMatchObject(failed(/E2BIG/))
    })

    it('an argument that no program can be given', async () => {
      expect(await start(process.execPath, { argv: ['a\0b'] })).toMatchObject(failed(/could not be started/))
    })

    it('no files can be opened', async () => {
      const script = `
        import { openSync } from 'node:fs'
        import { CliProcess } from ${JSON.stringify(join(import.meta.dirname, 'cli-process.ts'))}
        try { for (;;) openSync('/dev/null') } catch {}
        const child = new CliProcess({ path: '/bin/cat', command: '/bin/cat', args: [] }, [], { cwd: '/', env: {} }, () => undefined)
        console.log(JSON.stringify([await child.started, await child.exited, child.write('x'), (await child.stop()).kind]))`
      const limited = ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, script]
      const { stdout, stderr } = spawnSync('/bin/sh', limited, { encoding: 'utf8' })
      expect([JSON.parse(stdout || '[]'), stderr]).toMatchObject([
        [false, failed(/Too many files are open.*EMFILE/), 'not_running', 'failed_to_start'],
        '',
      ])
    })
  })

  it('does not pile up what a program does not read', async () => {
    const { child } = run('setInterval(() => undefined, 1000)', { maxUnreadBytes: 1_000_000 })
    const line = Buffer.alloc(300_000, 0x20)
    const results = Array.from({ length: 20 }, () => child.write(line))
    expect(results.filter((each) => each === 'written').length).toBeLessThan(5)
    expect(results.at(-1)).toBe('full')
    expect(child.unreadBytes).toBeGreaterThan(0)
    expect(child.unreadBytes).toBeLessThanOrEqual(1_000_000)
    expect(await child.stop(QUICK)).toMatchObject({ kind: 'stopped', signal: 'SIGTERM' })
  })

  it('lives on when a program closes its stdin early', async () => {
    const { child, lines } = run(`
      import { closeSync } from 'node:fs'
      closeSync(0)
      console.log('closed')
      setInterval(() => undefined, 1000)
    `)
    await until(() => lines.length === 1)
    for (let count = 0; count < 3; count++) child.write('x\n')
    await until(() => !child.canWrite)
    expect(child.write('x\n')).toBe('not_running')
    expect(await child.stop(QUICK)).toMatchObject({ kind: 'stopped' })
  })

  it('reads nothing while it is paused', async () => {
    const said = join(folder, 'said')
    const { child, lines } = run(`
      import { writeFileSync, writeSync } from 'node:fs'
      writeSync(1, '1\\n')
      process.stdin.on('data', () => {
        writeSync(1, '2\\n')
        writeFileSync(${JSON.stringify(said)}, '')
      })
    `)
    await until(() => lines.length === 1)
    child.pause()
    child.write('x\n')
    await until(() => existsSync(said))
    expect(lines).toEqual(['1'])
    child.resume()
    await until(() => lines.length === 2)
    await child.stop()
  })

  it('says that it was suspended, and ends all the same', async () => {
    const { child, lines } = run("console.log('up'); setInterval(() => undefined, 1000)")
    await until(() => lines.length === 1)
    expect(child.isSuspended).toBe(false)
    process.kill(child.pid as number, 'SIGSTOP')
    await until(() => child.isSuspended)
    expect(await child.stop({ termAfterMs: 0, killAfterMs: 5000 })).toMatchObject({ signal: 'SIGTERM', forced: false })
    expect(child.isSuspended).toBe(false)
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

  it.each([
    ['asked to', 'stopped'],
    ['by itself', 'finished'],
  ])('takes along what has left its group, holds its stdout and ignores SIGTERM, when it ends %s', async (_, kind) => {
    const stubborn =
      "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log(process.pid)"
    const source = `
      import { spawn } from 'node:child_process'
      spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit', detached: true })
      process.stdin.on('data', () => process.exit(0)).on('end', () => process.exit(0))`
    const { child, lines } = run(source, { marker: `test:${crypto.randomUUID()}` })
    await until(() => lines.length === 1)
    if (kind === 'finished') child.write('now\n')
    expect(await (kind === 'finished' ? child.exited : child.stop())).toMatchObject({ kind, code: 0 })
    expect(identifyProcess(Number(lines[0]))).toBeNull()
  })

  it('takes along what has dropped its environment, when it is killed', async () => {
    const stubborn =
      "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log(process.pid)"
    const source = `
      import { spawn } from 'node:child_process'
      process.on('SIGTERM', () => undefined)
      spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit', detached: true, env: {} })
      setInterval(() => undefined, 1000)`
    const { child, lines } = run(source, { marker: `test:${crypto.randomUUID()}` })
    await until(() => lines.length === 1)
    expect(await child.stop(QUICK)).toMatchObject({ forced: true })
    await until(() => identifyProcess(Number(lines[0])) === null)
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
