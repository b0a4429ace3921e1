import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { identifyProcess } from '@quarterdeck/driver'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/root.ts'
import { errorOf, FakeCliStage, PROGRAM, waitFor } from '../stages/fake-cli-stage.ts'

describe('the program', () => {
  let stage: FakeCliStage
  beforeEach(async () => {
    stage = await FakeCliStage.set()
  })
  afterEach(() => stage.clear())

  it.each([
    ['a file', (path: string) => writeFileSync(path, ''), /is a file/],
    ['somebody else', putThesis, /holds other things/],
  ])('refuses a data directory that belongs to %s', (_, make, message) => {
    const path = join(stage.home, 'foreign')
    make(path)
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, '--no-open', '--port', '0', '--data', path], {
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('says how to get a CLI when there is none', async () => {
    await stage.server.stop()
    await stage.start('--claude', '/no/such/claude')
    const error = await errorOf(await stage.call('POST', '/api/claude/sessions', { cwd: stage.project, trust: true }))
    expect(error).toMatchObject({
      status: 503,
      code: 'cli_not_found',
      message: expect.stringContaining('npm install -g'),
    })
    expect(await (await stage.call('GET', '/api/claude/sessions')).json()).toEqual({ items: [], nextCursor: null })
  })

  it('stops cleanly on SIGTERM, leaves its sessions running and says how to end them', async () => {
    await stage.call('POST', '/api/claude/sessions', { cwd: stage.project, trust: true })
    await waitFor(() => existsSync(join(stage.project, 'started')))
    const { code, output } = await stage.server.stop()
    expect(code).toBe(0)
    expect(output.trim().split('\n').at(-1)).toBe(
      `Quarterdeck stopped. 1 session runs on; 'quarterdeck stop --all --data ${stage.data}' (in a clone: npm start -- stop --all --data ${stage.data}) ends it.`,
    )
    expect(existsSync(join(stage.data, 'server.json'))).toBe(false)
    const pid = stage.cliPid
    expect(identifyProcess(pid)).not.toBeNull()
    const stop = spawnSync(process.execPath, [PROGRAM, 'stop', '--all', '--data', stage.data], { encoding: 'utf8' })
    expect(stop).toMatchObject({ status: 0, stdout: expect.stringContaining('1 session was ended.\n') })
    expect(identifyProcess(pid)).toBeNull()
  })

  it('stops cleanly when npm start is told to end, and leaves no process', async () => {
    const other = join(stage.home, 'by-npm')
    const npm = spawn('npm', ['start', '--', '--port', '0', '--no-open', '--data', other], {
      cwd: root,
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => npm.on('close', resolve))
    await waitFor(() => existsSync(join(other, 'server.json')))
    const { pid } = JSON.parse(readFileSync(join(other, 'server.json'), 'utf8'))
    npm.kill('SIGTERM')
    await ended
    await waitFor(() => identifyProcess(pid) === null)
    expect(existsSync(join(other, 'server.json'))).toBe(false)
  })

  it('says that a data directory cannot be made', () => {
    const run = spawnSync(process.execPath, [PROGRAM, '--no-open', '--port', '0', '--data', '/proc/nope'], {
      encoding: 'utf8',
      env: { HOME: stage.home },
    })
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining("'/proc/nope' cannot be used") })
  })

  it('refuses a list of devices that cannot be read, before anything runs, and keeps nobody out afterwards', async () => {
    await stage.server.stop()
    const path = join(stage.data, 'devices.json')
    writeFileSync(path, '{"damaged')
    const run = spawnSync(process.execPath, [PROGRAM, '--no-open', '--port', '0', '--data', stage.data], {
      encoding: 'utf8',
      env: { HOME: stage.home },
    })
    expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(`'${path}' cannot be read`) })
    expect(run.stderr.trim().split('\n')).toHaveLength(1)
    rmSync(path)
    await stage.start()
  })

  it('says that a root is no folder', () => {
    const run = spawnSync(process.execPath, [PROGRAM, '--no-open', '--port', '0', '--root', '/nope'], {
      encoding: 'utf8',
      env: { HOME: stage.home },
    })
    expect(run).toMatchObject({
      ...{ status: 2, stdout: '' },
      stderr: "There is no folder '/nope', which --root names. Make it, or name another.\n",
    })
  })

  it('does not say that sessions run on which are being ended', async () => {
    await stage.startSession()
    await stage.server.end()
    expect(stage.server.output().trim().split('\n').at(-1)).toBe('Quarterdeck stopped.')
    await stage.start()
  })

  it('stop says which sessions run on, and that there was no server', async () => {
    await stage.startSession()
    const stop = (...args: string[]) =>
      spawnSync(process.execPath, [PROGRAM, 'stop', '--data', stage.data, ...args], { encoding: 'utf8' })
    expect(stop()).toMatchObject({ status: 0, stdout: 'Quarterdeck stopped. 1 session runs on; --all ends it.\n' })
    expect(stop()).toMatchObject({ status: 1, stdout: expect.stringContaining('does not run') })
    expect(stop('--all')).toMatchObject({ status: 0, stdout: expect.stringContaining('1 session was ended.') })
    expect(stop('--nope')).toMatchObject({ status: 2, stdout: '' })
  })

  it('refuses a second server on the same data, and a port that is taken, in one line and with exit 2', async () => {
    const run = (args: string[]) =>
      spawnSync(process.execPath, [PROGRAM, '--no-open', ...args], { encoding: 'utf8', env: { HOME: stage.home } })
    const second = run(['--port', '0', '--data', stage.data])
    expect(second).toMatchObject({
      status: 2,
      stdout: '',
      // Whoever starts it twice has often lost its link.
      stderr: expect.stringMatching(
        new RegExp(
          `^Quarterdeck runs already with the data directory .*, at ${stage.server.url}.*quarterdeck pair.*\\n$`,
        ),
      ),
    })

    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const taken = run(['--port', String(port), '--data', join(stage.home, 'other')])
    other.close()
    expect(taken).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Port \d+ is taken by another program.*\n$/),
    })
  })
})

function putThesis(folder: string): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'thesis.tex'), '')
}
