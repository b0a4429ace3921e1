import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KeptSession } from '../../keeper/kept-session.ts'
import { readKeptQueue } from '../../keeper/read-kept-queue.ts'
import { LogFile } from '../../log/log-file.ts'
import type { Command } from '../../session-link.ts'
import { Engine } from '../engine.ts'

/**
 * Works on a prompt that begins with "Long" until it is stopped, and notes each prompt that it begins with. A new one gives back what
 * waits in it when it is asked to; an old one goes on with it, whatever it is asked.
 */
const FAKE = `
  const [, , notes, kind] = process.argv
  const isNew = kind === 'new'
  const say = (message) => console.log(JSON.stringify(message))
  const tell = (uuid, state) => isNew && say({ type: 'command_lifecycle', command_uuid: uuid, state })
  const waiting = []
  const seen = new Set()
  let current = null
  function next() {
    current = waiting.shift() ?? null
    if (current === null) return isNew && say({ type: 'system', subtype: 'session_state_changed', state: 'idle' })
    require('node:fs').appendFileSync(notes, current.uuid + ' ' + current.message.content + '\\n')
    tell(current.uuid, 'started')
    say({ type: 'system', subtype: 'init', session_id: 'A' })
    say({ type: 'user', isReplay: true, uuid: current.uuid })
    if (current.message.content === 'Long, and asks.')
      say({ type: 'control_request', request_id: 'ask', request: { subtype: 'can_use_tool' } })
    if (!current.message.content.startsWith('Long')) end()
  }
  function end() {
    say({ type: 'result' })
    next()
  }
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line)
    if (message.type === 'control_response') return message.response.response.interrupt && end()
    // As the real ones do.
    if (seen.has(message.uuid)) return say({ ...message, isReplay: true })
    if (message.type === 'user') {
      seen.add(message.uuid)
      if (isNew) say({ type: 'system', subtype: 'session_state_changed', state: 'running' })
      tell(message.uuid, 'queued')
      waiting.push(message)
      return current === null && next()
    }
    const { subtype, cancel_queued } = message.request
    if (subtype !== 'interrupt' || process.env.DEAF) return
    if (cancel_queued && isNew) for (const { uuid } of waiting.splice(0)) tell(uuid, 'cancelled')
    say({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id } })
    if (current !== null) end()
  })
`

const KINDS = [
  ['new', '2.1.325'],
  ['old', '2.1.38'],
] as const

describe.each(KINDS)('what is held, with a CLI that is %s', (kind, cliVersion) => {
  let folder: string
  let log: LogFile
  let engine: Engine
  let ids = 0

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'held-'))
    writeFileSync(join(folder, 'cli.cjs'), FAKE)
    writeFileSync(join(folder, 'begun'), '')
    await start()
  })
  afterEach(async () => {
    await end()
    rmSync(folder, { recursive: true })
  })

  async function start(env: Record<string, string> = {}) {
    log = new LogFile(join(folder, 'log.ndjson'))
    engine = new Engine({
      cli: { path: '', command: process.execPath, args: [join(folder, 'cli.cjs'), join(folder, 'begun'), kind] },
      cliVersion,
      cwd: folder,
      log,
      sessionId: 'A',
      marker: crypto.randomUUID(),
      launch: () => ({ argv: [], env: { ...env }, initialize: {} }),
      hasPrompt: (uuid) => readFileSync(join(folder, 'begun'), 'utf8').includes(`${uuid} `),
      stopTimes: { termAfterMs: 10, killAfterMs: 100 },
      interruptTimes: { answerMs: 200, endMs: 2000 },
    })
    await engine.start()
  }
  async function end() {
    await engine.stop()
    await engine.closed
    log.close()
  }
  const give = (command: Command, commandId = `c${ids++}`) => engine.command({ commandId, command })
  const send = (content: string, whenBusy: 'queue' | 'now' = 'queue') =>
    give({ kind: 'send', uuid: crypto.randomUUID(), content, whenBusy })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const rests = () => until(() => engine.facts.isRunning && !engine.facts.isBusy)
  const begun = () =>
    readFileSync(join(folder, 'begun'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(line.indexOf(' ') + 1))
  const queue = () => engine.facts.queue.map(({ content, isHeld }) => `${content}${isHeld ? ' (held)' : ''}`)
  /** A turn that goes on, one message in the CLI behind it and two with us. */
  async function work(prompt = 'Long.') {
    await send(prompt)
    await until(() => begun().length === 1 && Object.keys(engine.facts.sent).length === 0)
    await send('One.')
    await send('Two.')
    await send('Steered.', 'now')
  }
  const ALL = ['Steered. (held)', 'One. (held)', 'Two. (held)']

  it('is all that waits when a person stops the turn, in the CLI too; Send lets it go in its order', async () => {
    await work()
    expect(await give({ kind: 'interrupt' })).toMatchObject({ ok: true })
    await until(() => queue().length === 3)
    await rests()
    expect(queue()).toEqual(ALL)
    expect(begun()).toEqual(['Long.'])
    expect(await give({ kind: 'release_held' }, 'release')).toMatchObject({ ok: true, state: 'queued' })
    await until(() => begun().length === 4)
    expect(begun()).toEqual(['Long.', 'Steered.', 'One.', 'Two.'])
    await rests()
    expect(queue()).toEqual([])
    expect(await give({ kind: 'release_held' }, 'release')).toMatchObject({ ok: true })
    expect(await give({ kind: 'release_held' })).toMatchObject({ ok: false, code: 'not_held' })
  })

  it('is the same where an answer stops the turn', async () => {
    await work('Long, and asks.')
    await until(() => 'ask' in engine.facts.open)
    const response = { behavior: 'deny', message: 'No.', interrupt: true }
    const message = { type: 'control_response', response: { subtype: 'success', request_id: 'ask', response } }
    expect(await give({ kind: 'respond', message })).toMatchObject({ ok: true })
    await until(() => queue().length === 3)
    await rests()
    expect(queue()).toEqual(ALL)
    expect(begun()).toEqual(['Long, and asks.'])
    expect(engine.facts.answered).toHaveProperty('ask')
  })

  it('is dropped by Discard, which leaves what was sent since', async () => {
    await work()
    await give({ kind: 'interrupt' })
    await until(() => queue().length === 3)
    await rests()
    await send('Long, but wanted.')
    await send('Afterwards.')
    expect(queue()).toEqual([...ALL, 'Afterwards.'])
    expect(await give({ kind: 'discard_held' }, 'discard')).toMatchObject({ ok: true })
    expect(queue()).toEqual(['Afterwards.'])
    expect(await give({ kind: 'discard_held' }, 'discard')).toMatchObject({ ok: true })
    expect(await give({ kind: 'discard_held' })).toMatchObject({ ok: false, code: 'not_held' })
  })

  it('stays when a newer message is sent, which goes at once, and when that turn ends by itself', async () => {
    await work()
    await give({ kind: 'interrupt' })
    await until(() => queue().length === 3)
    await rests()
    expect(await send('New.')).toMatchObject({ ok: true, state: 'written' })
    await until(() => begun().length === 2)
    await rests()
    expect(begun()).toEqual(['Long.', 'New.'])
    expect(queue()).toEqual(ALL)
  })

  it('is nothing when nothing waits, and nothing when nothing runs', async () => {
    const before = readFileSync(join(folder, 'log.ndjson'), 'utf8').split('"subtype":"queue"').length
    expect(await give({ kind: 'interrupt' })).toMatchObject({ ok: true })
    await send('Long.')
    await until(() => begun().length === 1)
    await give({ kind: 'interrupt' })
    await rests()
    expect(readFileSync(join(folder, 'log.ndjson'), 'utf8').split('"subtype":"queue"')).toHaveLength(before)
  })

  it('does not wait for a turn that ends by itself', async () => {
    await send('Short.')
    await send('One.')
    await until(() => begun().length === 2)
    await rests()
    expect(queue()).toEqual([])
  })

  it('is changed, moved and taken back one by one, and one alone can be sent', async () => {
    await work()
    await give({ kind: 'interrupt' })
    await until(() => queue().length === 3)
    await rests()
    const [steered, one, two] = engine.facts.queue.map(({ uuid }) => uuid) as [string, string, string]
    await give({ kind: 'edit_queued', uuid: one, content: 'One, changed.' })
    await give({ kind: 'move_queued', uuid: two, before: steered })
    await give({ kind: 'cancel_queued', uuid: steered })
    expect(queue()).toEqual(['Two. (held)', 'One, changed. (held)'])
    await give({ kind: 'send_queued', uuid: one })
    await until(() => begun().length === 2)
    await rests()
    expect([begun().at(-1), queue()]).toEqual(['One, changed.', ['Two. (held)']])
  })

  it('is what waits when the session is ended, what was in the CLI too, and stays so when it goes on', async () => {
    await work()
    await end()
    await start()
    await rests()
    expect(queue()).toEqual(ALL)
    expect(begun()).toEqual(['Long.'])
    await give({ kind: 'release_held' })
    await until(() => begun().length === 4)
    expect(begun().slice(1)).toEqual(['Steered.', 'One.', 'Two.'])
  })

  it('stays what it is when the keeper is killed after the stop, whatever the CLI has said by then', async () => {
    await work()
    await give({ kind: 'interrupt' })
    const path = join(folder, 'log.ndjson')
    // As a keeper leaves it that was killed when it had asked: nothing was heard from the CLI since.
    const lines = readFileSync(path, 'utf8').split('\n')
    const stop = lines.findIndex((line) => line.includes('"isStop":true'))
    const left = lines.slice(0, kind === 'new' ? stop + 2 : stop + 1)
    await end()
    writeFileSync(path, `${left.join('\n')}\n`)
    await start()
    await rests()
    expect(queue()).toEqual(ALL)
    expect(begun()).toEqual(['Long.'])
  })

  it('holds what waited with a keeper that was killed, and sends what the CLI had not read', async () => {
    await send('Long.')
    await until(() => begun().length === 1 && Object.keys(engine.facts.sent).length === 0)
    await send('One.')
    const path = join(folder, 'log.ndjson')
    const left = readFileSync(path, 'utf8')
    await end()
    const unread = { type: 'user', uuid: 'unread', message: { role: 'user', content: 'Unread.' } }
    const { seq } = JSON.parse(left.trimEnd().split('\n').at(-1) as string) as { seq: number }
    const record = { seq: seq + 1, at: '', from: 'host', message: unread }
    writeFileSync(path, `${left}${JSON.stringify(record)}\n`)
    await start()
    await until(() => begun().length === 2)
    await rests()
    expect(begun()).toEqual(['Long.', 'Unread.'])
    expect(queue()).toEqual(['One. (held)'])
  })

  it('goes by its process that does not listen: what comes meanwhile is sent, and no more', async () => {
    await end()
    rmSync(join(folder, 'log.ndjson'))
    await start({ DEAF: '1' })
    await work()
    await give({ kind: 'interrupt' })
    const { pid } = engine
    await until(() => engine.pid !== pid)
    expect(await send('Meanwhile.')).toMatchObject({ ok: true })
    await until(() => begun().length === 2)
    expect(begun()).toEqual(['Long.', 'Meanwhile.'])
    expect(queue()).toEqual(ALL)
  })

  it('can be changed and discarded when no process runs, and each command is done once', async () => {
    await work()
    await end()
    const kept = await KeptSession.open(folder)
    const told: number[] = []
    kept.subscribe((event) => event.kind === 'record' && told.push(event.record.seq))
    const [steered] = kept.facts.queue
    expect(kept.facts.queue.map(({ isHeld }) => isHeld)).toEqual([true, true, true])
    expect(readKeptQueue(folder)).toEqual(kept.facts.queue)
    const cancel = { commandId: 'cancel', command: { kind: 'cancel_queued', uuid: steered?.uuid as string } } as const
    expect(await kept.command(cancel)).toMatchObject({ ok: true, state: 'queued' })
    expect(await kept.command(cancel)).toMatchObject({ ok: true, state: 'queued' })
    expect(kept.facts.queue.map(({ content }) => content)).toEqual(['One.', 'Two.'])
    const discard = { kind: 'discard_held' } as const
    expect(await kept.command({ commandId: 'discard', command: discard })).toMatchObject({ ok: true })
    expect(await kept.command({ commandId: 'again', command: discard })).toMatchObject({ ok: false, code: 'not_held' })
    expect(await kept.command({ commandId: 'release', command: { kind: 'release_held' } })).toMatchObject({
      ok: false,
      code: 'not_running',
    })
    expect(kept.facts.queue).toEqual([])
    expect(told).toHaveLength(2)
    kept.close()
    await start()
    await rests()
    expect([queue(), begun()]).toEqual([[], ['Long.']])
  })
})
