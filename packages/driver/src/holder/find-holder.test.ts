import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identifyProcess } from '../process/process-identity.ts'
import { findHolder, lookForHolders } from './find-holder.ts'
import type { ProcessView } from './process-view.ts'
import { readPidDomain } from './registration.ts'
import type { RunningProcess } from './running-process.ts'

const SESSION = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'
const NOBODY: ProcessView = { list: async () => [], readCwd: async () => null, listWriters: async () => [] }

describe('findHolder', () => {
  let dataDirectory: string
  let folder: string
  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'quarterdeck-holder-'))
    folder = join(dataDirectory, 'projects', '-work-app')
    for (const name of [folder, join(dataDirectory, 'sessions'), join(dataDirectory, 'debug')])
      mkdirSync(name, { recursive: true })
  })
  afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }))

  const toTranscript = (id: string) => join(folder, `${id}.jsonl`)
  const find = (processes: ProcessView | undefined, id = SESSION, ours?: ReadonlyMap<number, string>) =>
    findHolder(
      { sessionId: id, transcript: toTranscript(id) },
      { dataDirectory, ...(processes && { processes }), ...(ours && { ours }) },
    )

  function note(pid: number, more: object = {}) {
    const text = JSON.stringify({
      pid,
      sessionId: SESSION,
      cwd: '/work/app',
      procStart: 'then',
      version: '9.9.9',
      ...more,
    })
    writeFileSync(join(dataDirectory, 'sessions', `${pid}.json`), text)
  }

  function withProcesses(...found: (Partial<RunningProcess> & { pid: number })[]): ProcessView {
    const list = found.map((one) => ({ identity: 'then', startedAtMs: 1_000_000, argv: ['claude'], ...one }))
    return { ...NOBODY, list: async () => list, readCwd: async () => '/work/app' }
  }

  function write(id: string, atMs: number, text = '{}\n') {
    writeFileSync(toTranscript(id), text)
    utimesSync(toTranscript(id), atMs / 1000, atMs / 1000)
  }

  it('believes the note of a process that runs', async () => {
    note(77, { status: 'busy', entrypoint: 'cli' })
    expect(await find(withProcesses({ pid: 77 }))).toMatchObject({
      pid: 77,
      by: 'registration',
      isCertain: true,
      version: '9.9.9',
      status: 'busy',
      entrypoint: 'cli',
    })
    expect(await find(withProcesses({ pid: 77 }), OTHER)).toBeNull()
  })

  it('believes no note of a process that has ended, or whose number went to another', async () => {
    note(77)
    expect(await find(NOBODY)).toBeNull()
    expect(await find(withProcesses({ pid: 77, identity: 'later', argv: ['vim'] }))).toBeNull()
  })

  it('does not count our own process', async () => {
    note(77)
    expect(await find(withProcesses({ pid: 77 }), SESSION, new Map([[77, SESSION]]))).toBeNull()
  })

  it('believes the note more than the arguments: the CLI has gone on to another session', async () => {
    note(77, { sessionId: OTHER })
    const processes = withProcesses({ pid: 77, argv: ['claude', '--resume', SESSION] })
    expect(await find(processes)).toBeNull()
    expect(await find(processes, OTHER)).toMatchObject({ pid: 77, by: 'registration' })
  })

  it('goes by the arguments of a CLI that left no note', async () => {
    const processes = withProcesses({ pid: 78, argv: ['claude', `--resume=${SESSION}`] })
    expect(await find(processes)).toMatchObject({ pid: 78, by: 'arguments', isCertain: true, cwd: '/work/app' })
  })

  it('cannot check a note of another machine, and believes it for an hour', async () => {
    note(77, { pidDomain: 'linux:another:pid:[1]' })
    expect(await find(NOBODY)).toMatchObject({ pid: 77, by: 'registration', isCertain: false })
    const old = Date.now() / 1000 - 3700
    utimesSync(join(dataDirectory, 'sessions', '77.json'), old, old)
    expect(await find(NOBODY)).toBeNull()
  })

  it('takes a silent CLI in the folder for the holder of what was written last, since it began', async () => {
    write(SESSION, 2_000_000)
    write(OTHER, 1_500_000)
    const one = withProcesses({ pid: 79 })
    expect(await find(one)).toMatchObject({ pid: 79, by: 'folder', isCertain: false })
    expect(await find(one, OTHER)).toBeNull()
    expect(await find(withProcesses({ pid: 79 }, { pid: 80 }), OTHER)).toMatchObject({ by: 'folder' })
    expect(await find(withProcesses({ pid: 79, startedAtMs: 3_000_000 }))).toBeNull()
  })

  it('passes over what a silent CLI leaves under an id that it never uses', async () => {
    write(SESSION, 2_000_000)
    write(OTHER, 2_500_000, '{"type":"file-history-snapshot","messageId":"one"}\n')
    const one = withProcesses({ pid: 79 })
    expect(await find(one)).toMatchObject({ pid: 79, by: 'folder' })
    expect(await find(one, OTHER)).toBeNull()
    // Where it wrote nothing else since it began, that is its session.
    rmSync(toTranscript(SESSION))
    expect(await find(one, OTHER)).toMatchObject({ pid: 79, by: 'folder' })
  })

  it('sees that a silent CLI resumed a session by its debug log', async () => {
    write(SESSION, 500_000)
    writeFileSync(join(dataDirectory, 'debug', `${SESSION}.txt`), 'x')
    expect(await find(withProcesses({ pid: 79 }))).toMatchObject({ pid: 79, by: 'folder' })
  })

  it('does not give a silent CLI the session that another one holds', async () => {
    write(SESSION, 2_000_000)
    write(OTHER, 3_000_000)
    note(77, { sessionId: OTHER })
    expect(await find(withProcesses({ pid: 77 }, { pid: 79 }))).toMatchObject({ pid: 79, by: 'folder' })
  })

  it('does not take for another what a CLI of ours has just forked', async () => {
    const argv = ['claude', '--session-id', SESSION]
    const ours = new Map([[5, SESSION]])
    expect(await find(withProcesses({ pid: 5, argv }, { pid: 6, argv }), SESSION, ours)).toBeNull()
    expect(
      await find(withProcesses({ pid: 5, argv }, { pid: 6, argv: ['claude', '--resume', SESSION] }), SESSION, ours),
    ).toMatchObject({ pid: 6, by: 'arguments' })
  })

  it('does not give a silent CLI the session that one of ours writes', async () => {
    write(SESSION, 2_000_000)
    write(OTHER, 3_000_000)
    const both = withProcesses({ pid: 79 }, { pid: 80 })
    expect(await find(both, OTHER, new Map([[80, OTHER]]))).toBeNull()
    expect(await find(both, SESSION, new Map([[80, OTHER]]))).toMatchObject({ pid: 79, by: 'folder' })
  })

  it('passes over a silent CLI in another folder', async () => {
    write(SESSION, 2_000_000)
    expect(await find({ ...withProcesses({ pid: 79 }), readCwd: async () => '/elsewhere' })).toBeNull()
  })

  it('reads no note through a link, none that is torn, and never the keys', async () => {
    writeFileSync(join(dataDirectory, 'real.json'), JSON.stringify({ pid: 77, sessionId: SESSION, procStart: 'then' }))
    symlinkSync(join(dataDirectory, 'real.json'), join(dataDirectory, 'sessions', '77.json'))
    writeFileSync(join(dataDirectory, 'sessions', '78.json'), '{"pid":78,"sess')
    writeFileSync(join(dataDirectory, 'sessions', '79.json'), '[]')
    writeFileSync(
      join(dataDirectory, 'sessions', `80.${'a'.repeat(64)}.key`),
      JSON.stringify({ pid: 80, sessionId: SESSION }),
    )
    const argv = ['other']
    expect(await find(withProcesses({ pid: 77, argv }, { pid: 78, argv }, { pid: 80, argv }))).toBeNull()
  })

  it('finds nothing where there is no directory', async () => {
    rmSync(dataDirectory, { recursive: true })
    expect(await find(withProcesses({ pid: 79 }))).toBeNull()
  })

  it('answers for many sessions after one look', async () => {
    note(77)
    const ask = await lookForHolders({ dataDirectory, processes: withProcesses({ pid: 77 }) })
    expect(await ask({ sessionId: SESSION, transcript: toTranscript(SESSION) })).toMatchObject({ pid: 77 })
    expect(await ask({ sessionId: OTHER, transcript: toTranscript(OTHER) })).toBeNull()
  })

  it('sees on this machine who runs, where it began, and who has the file open to write it', async () => {
    write(SESSION, Date.now())
    const file = JSON.stringify(toTranscript(SESSION))
    const open = async (mode: string) => {
      const source = `fs.openSync(${file}, '${mode}'); console.log('up'); setInterval(() => undefined, 1000)`
      const child = spawn(process.execPath, ['-e', source], { cwd: dataDirectory })
      await once(child.stdout, 'data')
      return child
    }
    const reader = await open('r')
    expect(await find(undefined)).toBeNull()
    const writer = await open('a')
    const pid = writer.pid as number
    expect(await find(undefined)).toMatchObject({ pid, by: 'open-file', isCertain: true })
    expect(await find(undefined, SESSION, new Map([[pid, SESSION]]))).toBeNull()
    note(pid, { procStart: identifyProcess(pid), pidDomain: (await readPidDomain()) ?? undefined })
    expect(await find(undefined)).toMatchObject({ pid, by: 'registration', isCertain: true })
    for (const child of [reader, writer]) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(await find(undefined)).toBeNull()
  })
})
