import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@quarterdeck/testkit'
import { root } from '../../../scripts/root.ts'
import type { Row } from '../../../scripts/rows.ts'
import { KeeperStage, type StageHost, toPrompt } from '../../keeper-stage.ts'
import { RawGuest } from '../../raw-guest.ts'

const HOST = join(root, 'faults/host-process.ts')
const WORDS = 'Only once.'
const CONTENT = toPrompt(WORDS, { text: 'Done.' })

type Drop = (stage: KeeperStage, commandId: string, random: () => number) => Promise<void>

/** Everything that can go wrong between a host that sends a message and the CLI that reads it. */
const DROPS: Record<string, Drop> = {
  'link broken inside the command': (stage, commandId) => dropLink(stage, commandId, 'half'),
  'link broken behind the command': (stage, commandId) => dropLink(stage, commandId, 'sent'),
  'link broken when it was logged': (stage, commandId) => dropLink(stage, commandId, 'logged'),
  'link broken at the receipt': (stage, commandId) => dropLink(stage, commandId, 'receipt'),
  'host killed when it was sent': (stage, commandId) => killHost(stage, commandId, 'sent'),
  'host killed at the receipt': (stage, commandId) => killHost(stage, commandId, 'receipt'),
  'keeper killed at the same time': async (stage, commandId, random) => {
    await dropLink(stage, commandId, 'sent')
    await sleep(random() * 4)
    process.kill(stage.note.pid, 'SIGKILL')
  },
  'keeper killed at the receipt': async (stage, commandId) => {
    await dropLink(stage, commandId, 'receipt')
    process.kill(stage.note.pid, 'SIGKILL')
  },
  'keeper killed in the turn': async (stage, commandId) => {
    const host = await stage.attach()
    await host.send(CONTENT, commandId)
    await host.until(() => stage.countTaken(WORDS) === 1)
    process.kill(stage.note.pid, 'SIGKILL')
    host.close()
  },
  'CLI killed at the receipt': async (stage, commandId) => {
    const { cli } = stage.note
    await dropLink(stage, commandId, 'receipt')
    process.kill(cli.pid, 'SIGKILL')
  },
}

async function dropLink(stage: KeeperStage, commandId: string, point: 'half' | 'sent' | 'logged' | 'receipt') {
  const guest = await RawGuest.connect(stage.note.socket)
  await guest.follow()
  const command = { kind: 'send', uuid: crypto.randomUUID(), content: CONTENT }
  const word = JSON.stringify({ type: 'command', commandId, command })
  await guest.write(point === 'half' ? word.slice(0, word.length / 2) : `${word}\n`)
  if (point === 'logged') await guest.until((line) => line.includes(`"commandId":"${commandId}"`))
  if (point === 'receipt') await guest.until((line) => line.startsWith('{"type":"receipt"'))
  guest.hangUp()
}

async function killHost(stage: KeeperStage, commandId: string, point: string): Promise<void> {
  const command = { kind: 'send', uuid: crypto.randomUUID(), content: CONTENT }
  const child = spawn(process.execPath, [HOST, stage.folder, point, JSON.stringify({ commandId, command })])
  await new Promise((resolve) => child.on('close', resolve))
}

/** As the server does: what does not run is started, and a process that ends meanwhile is followed by another. */
async function deliver(stage: KeeperStage, content: string, commandId: string): Promise<StageHost> {
  for (;;) {
    const host = await stage.start()
    const receipt = await host.send(content, commandId)
    if (receipt.ok) return host
    await host.kept.end()
    host.close()
  }
}

/** A session whose CLI was killed is resumed once more, and what waited then is sent, as by two clicks: what it has taken is in its log. */
async function untilOver(stage: KeeperStage, first: StageHost): Promise<boolean> {
  const isOver = ({ kept }: StageHost) => stage.countPrompts('The next.') === 1 && !kept.facts.isBusy
  let host = first
  if (await host.until((each) => isOver(each) || !each.kept.isRunning)) {
    if (!host.kept.isRunning) {
      host.close()
      host = await stage.start()
      await host.kept.command({ commandId: crypto.randomUUID(), command: { kind: 'release_held' } })
    }
  }
  const found = await host.until(isOver)
  host.close()
  return found
}

/** Null when all is well. */
async function runDrop(name: string, drop: Drop, random: () => number): Promise<string | null> {
  const stage = KeeperStage.player()
  try {
    const first = await stage.start()
    await first.until(({ kept }) => kept.facts.isRunning)
    first.close()
    const commandId = crypto.randomUUID()
    await drop(stage, commandId, random)
    // Whoever sent it does not know, and sends it again: another message, for all that is known, with the same id.
    await deliver(stage, CONTENT, commandId)
    const host = await deliver(stage, toPrompt('The next.', { text: 'Next.' }), crypto.randomUUID())
    const isOver = await untilOver(stage, host)
    const [taken, read] = [stage.countTaken(WORDS), stage.countPrompts(WORDS)]
    const mayReadTwice = name.includes('killed')
    if (isOver && taken === 1 && (read === 1 || mayReadTwice)) return null
    return `${name}: taken ${taken} times, read ${read} times${isOver ? '' : ', and the session does not go on'}`
  } finally {
    await stage.clear()
  }
}

export default {
  id: 'R12',
  title: 'a message sent again after every possible drop',
  async run({ seed, quick }) {
    const random = createRandom(seed)
    const rounds = quick ? 1 : 10
    const wrong: string[] = []
    let drops = 0
    for (let round = 0; round < rounds; round++) {
      for (const [name, drop] of Object.entries(DROPS)) {
        drops++
        const problem = await runDrop(name, drop, random)
        if (problem !== null) wrong.push(problem)
      }
    }
    return {
      passed: wrong.length === 0,
      bar: 'reaches the CLI exactly once',
      found: wrong.length === 0 ? `once, after each of ${drops} drops` : wrong.join('; '),
      figures: { drops, wrong: wrong.length },
    }
  },
} satisfies Row
