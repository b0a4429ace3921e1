import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogFile } from '../log/log-file.ts'
import type { Command } from '../session-link.ts'
import { Engine } from './engine.ts'
import { readFacts } from './facts/read-facts.ts'

/** Answers a prompt with the text it asks for, and asks before one that wants it. */
const FAKE = `
  const say = (message) => console.log(JSON.stringify(message))
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { type, uuid, message } = JSON.parse(line)
    if (type !== 'user') return
    say({ type: 'system', subtype: 'init', session_id: 'A' })
    say({ type: 'user', isReplay: true, uuid })
    if (message.content === 'ask') say({ type: 'system', subtype: 'session_state_changed', state: 'requires_action' })
    if (message.content === 'ask') return say({ type: 'control_request', request_id: 'r', request: { subtype: 'can_use_tool' } })
    say({ type: 'assistant', text: 'x'.repeat(Number(message.content) || 1) })
    say({ type: 'result' })
  })
`

describe('an engine whose log is small', () => {
  let folder: string
  let log: LogFile
  let engine: Engine
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'engine-'))
    writeFileSync(join(folder, 'cli.cjs'), FAKE)
    log = new LogFile(join(folder, 'log.ndjson'), { maxBytes: 50_000 })
    engine = new Engine({
      cli: { path: '', command: process.execPath, args: [join(folder, 'cli.cjs')] },
      cwd: folder,
      log,
      sessionId: 'A',
      marker: crypto.randomUUID(),
      launch: () => ({ argv: [], env: {}, initialize: {} }),
      stopTimes: { termAfterMs: 10, killAfterMs: 100 },
    })
    await engine.start()
  })
  afterEach(async () => {
    await engine.stop()
    await engine.closed
    log.close()
    rmSync(folder, { recursive: true })
  })

  const give = (commandId: string, command: Command) => engine.command({ commandId, command })
  const send = (commandId: string, content: string) => give(commandId, { kind: 'send', uuid: commandId, content })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it('knows after all was dropped what it knew before: receipts, settings, ids', async () => {
    await send('first', '1')
    await until(() => !engine.facts.isBusy)
    for (let turn = 0; turn < 8; turn += 1) {
      await send(`turn ${turn}`, '20000')
      await until(() => !engine.facts.isBusy)
    }
    expect(log.droppedThrough).toBeGreaterThan(5)
    expect(readFacts(log)).toEqual(engine.facts)
    expect(await send('first', 'again')).toMatchObject({ ok: true, state: 'written' })
    expect(engine.facts.isBusy).toBe(false)
  })

  it('keeps what is open and what waits, however much is said meanwhile', async () => {
    await send('ask', 'ask')
    await until(() => Object.hasOwn(engine.facts.open, 'r'))
    await send('waits', 'later')
    for (let turn = 0; turn < 8; turn += 1)
      await give(`now ${turn}`, { kind: 'send', uuid: `now ${turn}`, content: '20000', whenBusy: 'now' })
    await until(() => readFileSync(join(folder, 'log.ndjson'), 'utf8').split('"type":"assistant"').length > 8)
    await engine.stop()
    await engine.closed
    const again = new LogFile(join(folder, 'log.ndjson'))
    expect(readFacts(again)).toMatchObject({ queue: [{ uuid: 'waits' }], receipts: { waits: { state: 'queued' } } })
    again.close()
  })

  it('does nothing more once it has ended', async () => {
    await send('ask', 'ask')
    await send('waits', 'later')
    await engine.stop()
    await engine.closed
    const size = readFileSync(join(folder, 'log.ndjson')).length
    expect(await give('c', { kind: 'cancel_queued', uuid: 'waits' })).toMatchObject({ ok: false, code: 'not_running' })
    expect(readFileSync(join(folder, 'log.ndjson'))).toHaveLength(size)
  })
})
