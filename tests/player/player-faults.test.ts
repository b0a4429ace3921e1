import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseLine } from '@quarterdeck/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PlayerHost } from './player-host.ts'

const TEXT = 'Grüße, こんにちは, 👋🏽.'
const PROMPT = `Play.\n@script ${JSON.stringify([{ text: TEXT }])}`
const QUICK = { termAfterMs: 50, killAfterMs: 200 }
/** For those that end by SIGTERM, however busy the machine is. */
const PATIENT = { termAfterMs: 50, killAfterMs: 20_000 }
/** Long enough for a player that could answer to have answered; a bar in time would only measure the machine. */
const SILENCE_MS = 700

describe('a player that does wrong', () => {
  let home: string
  let host: PlayerHost
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-player-')))
  })
  afterEach(async () => {
    await host.child.stop(QUICK)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  function start(fault: string): PlayerHost {
    host = new PlayerHost({ home, env: { QUARTERDECK_PLAYER_FAULT: fault } })
    return host
  }

  /** Whether it says something, given the time; an answer ends the wait. */
  async function staysSilent(): Promise<boolean> {
    const spoke = host
      .next(() => true)
      .then(
        () => false,
        () => true,
      )
    return Promise.race([spoke, sleep(SILENCE_MS, true)])
  }

  it('refuses a fault that it does not know, with those it does', async () => {
    start('explode')
    expect(await host.child.exited).toMatchObject({ code: 2, stderr: expect.stringContaining('crash-after') })
  })

  it('hang: never answers, and does not end with stdin', async () => {
    start('hang').say(PROMPT)
    expect(await staysSilent()).toBe(true)
    expect(await host.child.stop(PATIENT)).toMatchObject({ signal: 'SIGTERM', forced: false })
    expect(host.lines).toEqual([])
  })

  it('hang-after: is silent after so many lines', async () => {
    start('hang-after=3').say(PROMPT)
    for (let line = 0; line < 3; line++) await host.next(() => true)
    expect(await staysSilent()).toBe(true)
    expect(await host.child.stop(PATIENT)).toMatchObject({ signal: 'SIGTERM' })
    expect(host.lines).toHaveLength(3)
  })

  it('crash-after: dies after so many lines', async () => {
    start('crash-after=5').say(PROMPT)
    expect(await host.child.exited).toMatchObject({ code: null, signal: 'SIGKILL', kind: 'crashed' })
    expect(host.lines).toHaveLength(5)
  })

  it('exit-after: ends after so many lines with a code', async () => {
    start('exit-after=2:7').say(PROMPT)
    expect(await host.child.exited).toMatchObject({ code: 7, signal: null })
    expect(host.lines).toHaveLength(2)
  })

  it('exit-without-result: says all but the result', async () => {
    start('exit-without-result').say(PROMPT)
    expect(await host.child.exited).toMatchObject({ code: 0, kind: 'finished' })
    expect(host.all('assistant')).toHaveLength(1)
    expect(host.all('result')).toEqual([])
  })

  it('split: every line comes whole, though in pieces', async () => {
    start('split').say(PROMPT)
    expect(await host.result()).toMatchObject({ result: TEXT })
    expect(host.lines.map(parseLine).filter(({ kind }) => kind !== 'message')).toEqual([])
  })

  it('flood-stderr: writes so much to stderr, and works all the same', async () => {
    start('flood-stderr=1000000').say(PROMPT)
    await host.result()
    expect((await host.stop()).stderr).toHaveLength(8192)
  })

  it('huge-line: writes a line of just that size before the result', async () => {
    const bytes = 3_000_000
    start(`huge-line=${bytes}`).say(PROMPT)
    await host.result()
    expect(host.lines.filter((line) => line.length === bytes)).toHaveLength(1)
    expect(host.all('system', 'informational')).toHaveLength(1)
  })

  it('endless-line: goes on beyond any limit', async () => {
    start('endless-line').say(PROMPT)
    await host.next(({ type }) => type === 'assistant')
    await sleep(SILENCE_MS)
    expect(await host.child.stop(PATIENT)).toMatchObject({ signal: 'SIGTERM' })
    const last = host.oversize[0] ?? host.lines.at(-1)?.length ?? 0
    expect(last).toBeGreaterThan(1_000_000)
    expect(host.all('result')).toEqual([])
  })

  it('ignore-sigterm: has to be killed', async () => {
    start('ignore-sigterm,hang-after=1')
    await host.request('initialize')
    expect(await host.child.stop(QUICK)).toMatchObject({ signal: 'SIGKILL', forced: true })
  })

  it('grandchild: has a child that outlives SIGTERM and holds stdout', async () => {
    start('grandchild').say(PROMPT)
    await host.result()
    const { stderr } = await host.stop()
    const pid = Number(/grandchild (\d+)/.exec(stderr)?.[1])
    expect(pid).toBeGreaterThan(0)
    while (isRunning(pid)) await sleep(10)
  })

  it('slow-stdin: takes nothing in', async () => {
    start('slow-stdin')
    for (let count = 0; count < 100; count++) host.say('x'.repeat(10_000))
    expect(await staysSilent()).toBe(true)
    expect(await host.child.stop(PATIENT)).toMatchObject({ signal: 'SIGTERM' })
  })

  it('duplicate-responses: answers every request twice', async () => {
    start('duplicate-responses')
    const id = (await host.request('initialize')).request_id
    await host.request('mcp_status')
    const ids = host.all('control_response').map(({ response }) => (response as { request_id: string }).request_id)
    expect(ids.filter((each) => each === id)).toHaveLength(2)
  })

  it('late-responses: answers so much later, and says the rest in time', async () => {
    start('late-responses=3000')
    host.send({ type: 'control_request', request_id: 'late', request: { subtype: 'initialize' } })
    host.say(PROMPT)
    await host.result()
    expect(host.all('control_response')).toEqual([])
    await host.next(({ type }) => type === 'control_response')
  })

  it('garbage: writes lines that are no messages, and loses none', async () => {
    start('garbage').say(PROMPT)
    expect(await host.result()).toMatchObject({ result: TEXT })
    expect(host.lines.map(parseLine).filter(({ kind }) => kind === 'malformed').length).toBeGreaterThan(3)
  })

  it('unknown-types: writes messages of a newer CLI, and loses none', async () => {
    start('unknown-types').say(PROMPT)
    expect(await host.result()).toMatchObject({ result: TEXT })
    const unknown = host.lines.map(parseLine).filter(({ kind }) => kind === 'unknown')
    expect(unknown.map((line) => 'type' in line && line.type)).toContain('message_of_tomorrow')
    expect(unknown.map((line) => 'subtype' in line && line.subtype)).toContain('subtype_of_tomorrow')
  })
})

/** A process that has ended but was not yet reaped still answers to signal 0; its state tells. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
