import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess } from '@quarterdeck/driver'
import { afterEach, describe, expect, it } from 'vitest'
import { ASKING, KeeperStage, toPrompt } from '../../faults/keeper-stage.ts'
import { RawGuest } from '../../faults/raw-guest.ts'

const DONE = { text: 'Done.' }

describe('a keeper', () => {
  let stage: KeeperStage
  afterEach(() => stage.clear())

  it('serves two hosts at once, and takes the first answer of them', async () => {
    stage = KeeperStage.player()
    const hosts = [await stage.start(), await stage.attach()] as const
    await hosts[0].send(toPrompt('Begin.', ASKING, DONE))
    for (const host of hosts) await host.until(({ openRequest }) => openRequest !== undefined)
    const requestId = hosts[0].openRequest as string
    const receipts = await Promise.all(hosts.map((host) => host.allow(requestId)))
    expect(receipts.map((receipt) => (receipt.ok ? 'ok' : receipt.code)).sort()).toEqual(['already_resolved', 'ok'])
    for (const host of hosts) await host.until(({ results, kept }) => results === 1 && !kept.facts.isBusy)
    expect(stage.countAnswers(requestId)).toBe(1)
    // One may be told a moment before the other.
    await hosts[1].until(({ kept }) => kept.lastSeq === hosts[0].kept.lastSeq)
    expect(hosts[0].records).toEqual(hosts[1].records)
    for (const host of hosts) host.close()
  })

  it('is one: others that are started on the same folder are refused', async () => {
    stage = KeeperStage.player()
    const starts = await Promise.allSettled([stage.start(), stage.start(), stage.start()])
    const started = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(started.length).toBeGreaterThan(0)
    for (const each of starts)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'held_elsewhere', message: expect.stringContaining('attachKeeper') })
    expect(stage.records('started')).toHaveLength(1)
    for (const host of started) host.close()
  })

  it.each([
    ['no JSON', 'hello\n'],
    ['no object', 'null\n'],
    ['a command before the greeting', '{"type":"command","commandId":"x","command":{"kind":"stop"}}\n'],
    ['a place that is none', '{"type":"hello","versions":[1]}\n{"type":"follow","after":"all"}\n'],
  ])('hangs up on %s, and goes on', async (_, words) => {
    stage = KeeperStage.player()
    const host = await stage.start()
    const guest = await RawGuest.connect(stage.note.socket)
    await guest.write(words)
    await guest.until(() => false)
    expect(await host.send(toPrompt('Begin.', DONE))).toMatchObject({ ok: true })
    host.close()
  })

  it.each([
    ['no command', undefined],
    ['a command that nobody knows', { kind: 'fly' }],
    ['a name of every object', { kind: 'constructor' }],
    ['a request without its message', { kind: 'request', message: null }],
    ['an answer to nothing', { kind: 'respond', message: { type: 'control_response' } }],
    ['a prompt without words', { kind: 'send', uuid: 'x' }],
    ['a place in the queue that is none', { kind: 'move_queued', uuid: 'x', before: 7 }],
  ])('refuses %s, and can still be read', async (_, command) => {
    stage = KeeperStage.player()
    const host = await stage.start()
    const guest = await RawGuest.connect(stage.note.socket)
    await guest.follow()
    await guest.say({ type: 'command', commandId: 'bad', command })
    const isReceipt = (line: string) => line.includes('"commandId":"bad"')
    await guest.until(isReceipt)
    expect(JSON.parse(guest.lines.find(isReceipt) as string)).toMatchObject({ ok: false, code: 'bad_command' })
    guest.hangUp()
    host.close()
    const again = await stage.attach()
    expect(await again.send(toPrompt('Begin.', DONE), 'constructor')).toMatchObject({ ok: true, state: 'written' })
    again.close()
  })

  it('waits for no guest that never reads, and lets it go at the end', async () => {
    stage = KeeperStage.player()
    const host = await stage.start()
    const guest = await RawGuest.connect(stage.note.socket)
    guest.pause()
    await guest.say({ type: 'hello', versions: [1] })
    await guest.say({ type: 'follow', after: 0 })
    const { pid } = stage.note
    const tool = { name: 'Bash', input: { command: 'cat' }, ask: false, content: 'x'.repeat(3_000_000) }
    await host.send(toPrompt('Much.', { tools: [tool] }, DONE))
    expect(await host.until(({ results, kept }) => results === 1 && !kept.facts.isBusy)).toBe(true)
    await host.kept.end()
    expect(await host.until(() => identifyProcess(pid) === null)).toBe(true)
    host.close()
    guest.hangUp()
  })

  it('is found again when its address was removed', async () => {
    stage = KeeperStage.player()
    const first = await stage.start()
    const { pid, socket } = stage.note
    rmSync(socket)
    const second = await stage.attach()
    expect(second.kept.problem).toBeNull()
    expect(await second.send(toPrompt('Begin.', DONE))).toMatchObject({ ok: true })
    expect(stage.note.pid).toBe(pid)
    // Who was there before still is.
    await first.until(({ results }) => results === 1)
    for (const host of [first, second]) host.close()
  })

  it('goes on for its host when its folder is removed, and ends when the host has left', async () => {
    stage = KeeperStage.player()
    const host = await stage.start({ logMaxBytes: 20_000 })
    const { pid } = stage.note
    rmSync(stage.folder, { recursive: true })
    for (let turn = 1; turn <= 3; turn += 1) {
      await host.send(toPrompt('Much.', { text: 'word '.repeat(3000) }))
      expect(await host.until(({ kept }) => turn <= kept.lastSeq / 10 && !kept.facts.isBusy)).toBe(true)
    }
    expect(stage.countPrompts('Much.')).toBe(3)
    host.close()
    while (identifyProcess(pid) !== null) await sleep(50)
  })

  it('goes on under every id that it gets', async () => {
    stage = KeeperStage.player()
    const host = await stage.start()
    for (const [index, words] of ['Begin.', '/clear', 'Middle.', '/clear', 'End.'].entries()) {
      await host.send(words.startsWith('/') ? words : toPrompt(words, DONE))
      await host.until(
        ({ kept, records }) =>
          !kept.facts.isBusy &&
          stage.stdin.filter((line) => line.type === 'user').length === index + 1 &&
          records.length > 0,
      )
    }
    expect(new Set(host.kept.facts.sessionIds).size).toBe(3)
    const { sessionIds } = host.kept.facts
    await host.kept.end()
    host.close()
    const again = await stage.start()
    await again.send(toPrompt('Still.', DONE))
    expect(await again.until(({ kept }) => stage.countPrompts('Still.') === 1 && !kept.facts.isBusy)).toBe(true)
    expect(again.kept.facts.sessionIds).toEqual(sessionIds)
    again.close()
  })

  it('ends a CLI that ignores an interrupt, holds what was queued before, and goes on with what comes meanwhile', async () => {
    stage = KeeperStage.player({
      QUARTERDECK_PLAYER_FAULT: 'hang-after=60,ignore-sigterm',
      QUARTERDECK_PLAYER_SPEED: '1',
    })
    const host = await stage.start({ interruptTimes: { answerMs: 300, endMs: 300 } })
    await host.send(toPrompt('Long.', { text: 'word '.repeat(400), delayMs: 1 }))
    await host.until(({ records }) => records.filter(({ from }) => from === 'cli').length === 60)
    await host.send(toPrompt('Queued.', DONE))
    const { pid } = stage.note.cli
    await host.kept.command({ commandId: 'i', command: { kind: 'interrupt' } })
    await host.until(() => identifyProcess(pid) === null)
    expect(await host.send(toPrompt('Meanwhile.', DONE))).toMatchObject({ ok: true })
    expect(await host.until(({ kept }) => stage.countPrompts('Meanwhile.') === 1 && !kept.facts.isBusy)).toBe(true)
    expect([stage.countPrompts('Long.'), stage.countPrompts('Queued.')]).toEqual([1, 0])
    expect(host.kept.facts.queue).toMatchObject([{ isHeld: true }])
    await host.kept.command({ commandId: 'r', command: { kind: 'release_held' } })
    expect(await host.until(({ kept }) => stage.countPrompts('Queued.') === 1 && !kept.facts.isBusy)).toBe(true)
    expect(host.exit).toMatchObject({
      kind: 'stopped',
      forced: true,
      reason: expect.stringContaining('did not end its turn'),
    })
    host.close()
  })

  it('can be ended while it starts its CLI anew', async () => {
    stage = KeeperStage.player({ QUARTERDECK_PLAYER_FAULT: 'hang-after=40,ignore-sigterm' })
    const host = await stage.start({ interruptTimes: { answerMs: 100, endMs: 100 } })
    await host.send(toPrompt('Long.', { text: 'word '.repeat(400), delayMs: 1 }))
    await host.until(({ records }) => records.filter(({ from }) => from === 'cli').length === 40)
    const { pid, cli } = stage.note
    await host.kept.command({ commandId: 'i', command: { kind: 'interrupt' } })
    await host.until(() => identifyProcess(cli.pid) === null)
    await host.kept.end()
    expect(await host.until(() => identifyProcess(pid) === null)).toBe(true)
    // Whether the next one had begun by then or not: none is left.
    expect(stage.records('exited')).toHaveLength(stage.records('started').length)
    host.close()
  })

  it.runIf(process.getuid?.() === 0)(
    'refuses inputs on a full disk, holds the CLI back, and goes on when there is space',
    async ({ skip }) => {
      stage = KeeperStage.player({ QUARTERDECK_PLAYER_SPEED: '1' })
      mkdirSync(stage.folder)
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', stage.folder], { stdio: 'ignore' })
      } catch {
        skip('A small disk cannot be mounted here, as in most containers.')
      }
      try {
        const host = await stage.start()
        await host.send(toPrompt('Long.', { text: 'word '.repeat(500), delayMs: 1 }))
        await host.until(({ records }) => records.length > 20)
        const fill = join(stage.folder, 'fill')
        const problems: (string | null)[] = []
        host.kept.subscribe((event) => event.kind === 'problem' && problems.push(event.message))
        fillUp(fill)
        await host.until(() => problems.length > 0)
        expect(problems[0]).toMatch(/cannot be kept: ENOSPC.*Free some space/)
        expect(await host.send(`Refused. ${'x'.repeat(8192)}`)).toMatchObject({ ok: false, code: 'storage' })
        rmSync(fill)
        expect(await host.until(({ results, kept }) => results === 1 && !kept.facts.isBusy)).toBe(true)
        expect(problems.at(-1)).toBeNull()
        const text = host.records.map(
          ({ message }) => message as { type?: string; message?: { content?: { text?: string }[] } },
        )
        expect(text.find(({ type }) => type === 'assistant')?.message?.content?.[0]?.text).toBe('word '.repeat(500))
        expect(stage.countPrompts('Refused.')).toBe(0)
        await host.kept.end()
        host.close()
      } finally {
        execFileSync('umount', ['-l', stage.folder])
      }
    },
  )
})

function fillUp(path: string): void {
  for (let bytes = 256 * 1024; bytes >= 512; bytes /= 2) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // Full, up to the next smaller piece.
    }
  }
  statSync(path)
}
