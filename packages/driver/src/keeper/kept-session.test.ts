import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toHostEntry, toKeeperEntry } from '../engine/facts/log-entries.ts'
import { LogFile } from '../log/log-file.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { writeKeeperNote } from './keeper-note.ts'
import { type KeptOptions, KeptSession } from './kept-session.ts'

const started = toKeeperEntry({ subtype: 'started', pid: 1, sessionId: 'A', cwd: '/', resumed: false })
const hello = (epoch: string) => ({ type: 'hello', version: 1, epoch, sessionIds: ['A'] })
const record = (seq: number, message: object) => ({ seq, at: `t${seq}`, from: 'cli', message })

let folder: string
let keeper: Server | null
let session: KeptSession | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'))
  keeper = null
  session = null
})
afterEach(async () => {
  session?.close()
  keeper?.close()
  rmSync(folder, { recursive: true })
})

function writeLog(...entries: ReturnType<typeof toKeeperEntry>[]): string {
  const log = new LogFile(join(folder, 'log.ndjson'))
  log.append(entries)
  log.close()
  return log.epoch
}

/** A keeper in this process, which says what a test has it say to each word of its host. */
async function startFake(
  answer: (word: Record<string, unknown>, socket: Socket) => (object | string)[],
): Promise<void> {
  const path = join(folder, 'fake.sock')
  keeper = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().trim().split('\n'))
        for (const said of answer(JSON.parse(line), socket))
          socket.write(`${typeof said === 'string' ? said : JSON.stringify(said)}\n`)
    })
  })
  await new Promise<void>((resolve) => keeper?.listen(path, resolve))
  const identity = identifyProcess(process.pid) as string
  writeKeeperNote(folder, { pid: process.pid, identity, socket: path, epoch: '', sessionIds: [], marker: 'fake' })
}

describe('a session that has a folder', () => {
  it('has nothing to tell where there is none', async () => {
    session = await KeptSession.open(join(folder, 'none'))
    expect([session.isRunning, session.lastSeq, session.readAfter(0, 99)]).toEqual([false, 0, []])
  })

  it('reads its log where no keeper runs, and notes the end of one that was killed', async () => {
    const epoch = writeLog(started, toHostEntry({ type: 'user', uuid: 'p' }))
    session = await KeptSession.open(folder)
    expect(session).toMatchObject({ isRunning: false, epoch, facts: { isRunning: false, sessionIds: ['A'] } })
    const last = JSON.parse(session.readAfter(2, 1e6).at(-1) as string)
    expect(last.message).toMatchObject({ subtype: 'exited', exit: { kind: 'crashed' } })
    expect(session.facts.sent).toHaveProperty('p')
  })

  it('follows its keeper, and steps over what it does not understand', async () => {
    await startFake(({ type }) => {
      if (type === 'hello') return [hello('e')]
      if (type === 'follow')
        return [
          record(1, { type: 'a' }),
          'no JSON',
          '{"seq":2,"mess',
          { type: 'news' },
          record(3, { type: 'b' }),
          { type: 'caught_up', seq: 3 },
        ]
      return []
    })
    session = await KeptSession.open(folder)
    expect(session).toMatchObject({ isRunning: true, lastSeq: 3, lastAt: 't3', epoch: 'e' })
    expect(session.readAfter(0, 1e6)).toHaveLength(2)
  })

  it('gives a command again to the keeper it finds when the link breaks on the way', async () => {
    const given: unknown[] = []
    await startFake((word, socket) => {
      if (word.type === 'hello') return [hello('e')]
      if (word.type === 'follow') return [{ type: 'caught_up', seq: 0 }]
      if (word.type !== 'command') return []
      given.push(word.commandId)
      if (given.length > 1) return [{ type: 'receipt', commandId: word.commandId, ok: true, seq: 1, state: 'written' }]
      socket.destroy()
      return []
    })
    session = await KeptSession.open(folder)
    const receipt = await session.command({ commandId: 'c', command: { kind: 'interrupt' } })
    expect([receipt.ok, given]).toEqual([true, ['c', 'c']])
  })

  it('begins anew with another log, whose numbers are others', async () => {
    let epoch = 'one'
    let open: Socket | undefined
    await startFake(({ type, after }, socket) => {
      open = socket
      if (type === 'hello') return [hello(epoch)]
      if (type !== 'follow') return []
      return after === 0 ? [record(epoch === 'one' ? 9 : 1, { type: epoch }), { type: 'caught_up', seq: 9 }] : []
    })
    session = await KeptSession.open(folder)
    expect(session.lastSeq).toBe(9)
    epoch = 'two'
    const told = new Promise((resolve) =>
      session?.subscribe((event) => event.kind === 'record' && resolve(event.record)),
    )
    open?.destroy()
    expect(await told).toMatchObject({ seq: 1, message: { type: 'two' } })
    expect(session).toMatchObject({ epoch: 'two', lastSeq: 1 })
  })

  it('says of a keeper that it does not understand what to do, and takes no command for it', async () => {
    await startFake(() => [{ type: 'refused', versions: [7] }])
    session = await KeptSession.open(folder)
    expect(session).toMatchObject({ isRunning: true, problem: expect.stringMatching(/version 7.*end the session/) })
    const receipt = await session.command({ commandId: 'c', command: { kind: 'interrupt' } })
    expect(receipt).toMatchObject({ ok: false, code: 'link_broken', message: session.problem })
  })

  it('tells its keeper whether somebody watches', async () => {
    const heard: unknown[] = []
    const seen = Promise.withResolvers<void>()
    await startFake((word) => {
      if (word.type === 'hello') return [hello('e')]
      if (word.type === 'watch') heard.push(word.isWatched)
      if (heard.length === 3) seen.resolve()
      return word.type === 'follow' ? [{ type: 'caught_up', seq: 0 }] : []
    })
    session = await KeptSession.open(folder)
    const leave = [1, 2].map(() => session?.subscribe(() => undefined, { isWatching: true }))
    for (const go of leave) go?.()
    await seen.promise
    expect(heard).toEqual([false, true, false])
  })

  describe('with handlers', () => {
    const asks = (subtype: string) => ({ type: 'control_request', request_id: subtype, request: { subtype } })
    const answer = (id: string) => ({ type: 'control_response', response: { subtype: 'success', request_id: id } })

    async function openWith(records: object[], options: KeptOptions): Promise<Record<string, unknown>[]> {
      const given: Record<string, unknown>[] = []
      await startFake((word) => {
        if (word.type === 'hello') return [hello('e')]
        if (word.type === 'follow') return [...records, { type: 'caught_up', seq: records.length }]
        if (word.type !== 'command') return []
        given.push(word)
        return [{ type: 'receipt', commandId: word.commandId, ok: true, seq: 9, state: 'written' }]
      })
      session = await KeptSession.open(folder, options)
      // A command of our own goes behind every answer that was given at the end of the log.
      await new Promise(setImmediate)
      await session.command({ commandId: 'last', command: { kind: 'interrupt' } })
      return given.filter(({ commandId }) => commandId !== 'last')
    }

    it('refuses by name a request that nobody knows, and leaves to people what asks them', async () => {
      const records = [
        record(1, asks('weigh_anchor')),
        record(2, { ...asks('can_use_tool'), request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {} } }),
      ]
      const given = await openWith(records, { handlers: {}, by: 'Quarterdeck' })
      expect(given).toMatchObject([
        { by: 'Quarterdeck', command: { kind: 'respond', message: { response: { request_id: 'weigh_anchor' } } } },
      ])
      expect(JSON.stringify(given)).toContain('Unsupported control request subtype: weigh_anchor')
    })

    it('answers nothing a second time that stands answered in the log', async () => {
      const records = [record(1, asks('weigh_anchor')), { ...record(2, answer('weigh_anchor')), from: 'host' }]
      expect(await openWith(records, { handlers: {} })).toEqual([])
    })

    it('answers nothing by itself without them: another host may', async () => {
      expect(await openWith([record(1, asks('weigh_anchor'))], {})).toEqual([])
    })
  })
})
