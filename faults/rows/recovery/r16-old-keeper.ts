import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { identifyProcess, KeptSession, type Receipt } from '@quarterdeck/driver'
import { root } from '../../../scripts/root.ts'
import type { Row } from '../../../scripts/rows.ts'
import { KeeperStage, StageHost, toPrompt } from '../../keeper-stage.ts'
import { RawGuest } from '../../raw-guest.ts'

/** What a host and a keeper of the first version said to each other, both ways and in order. */
const WIRE = join(root, 'packages/driver/src/keeper/fixtures/wire-1.ndjson')
const REQUEST_ID = /"request_id":"([^"]+)"/
const NEWER_WORD = '{"type":"word_of_tomorrow","value":[1,null]}\n'

interface Said {
  dir: 'host' | 'keeper'
  line: string
}

function readWire(): Said[] {
  return readFileSync(WIRE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Says what the old keeper said, word by word, whenever the host has said what it said then. */
function startOldKeeper(path: string): Promise<() => void> {
  const server = createServer((socket) => {
    const left = readWire()
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const _ of lines) {
        left.shift()
        while (left[0]?.dir === 'keeper') socket.write(`${NEWER_WORD}${left.shift()?.line}\n`)
        if (left.length === 0) socket.end()
      }
    })
  })
  return new Promise((resolve) => server.listen(path, () => resolve(() => server.close())))
}

function writeNote(folder: string, pid: number, socket: string): void {
  mkdirSync(folder, { recursive: true })
  const note = { pid, identity: identifyProcess(pid), socket, epoch: 'x', sessionIds: [], marker: 'r16' }
  writeFileSync(join(folder, 'keeper.json'), JSON.stringify(note))
}

/** A new host with an old keeper. */
async function findHostProblem(stage: KeeperStage): Promise<string | null> {
  const socket = join(stage.home, 'old.sock')
  const close = await startOldKeeper(socket)
  const folder = join(stage.home, 'old')
  writeNote(folder, process.pid, socket)
  const wire = readWire()
  const host = new StageHost(await KeptSession.open(folder))
  const receipts: Receipt[] = []
  for (const { dir, line } of wire) {
    const word = JSON.parse(line)
    if (dir === 'host' && word.type === 'command') receipts.push(await host.kept.command(word))
  }
  const hasEnded = await host.until(({ kept }) => !kept.isRunning)
  const { facts } = host.kept
  close()
  const expected = wire.filter(({ dir, line }) => dir === 'keeper' && line.startsWith('{"type":"receipt"'))
  const isSame = expected.every(({ line }, index) => JSON.stringify({ type: 'receipt', ...receipts[index] }) === line)
  const isRead = facts.sessionIds.length === 1 && Object.keys(facts.answered).length === 1 && !facts.isRunning
  return isSame && isRead && hasEnded ? null : `a new host: receipts ${isSame}, records ${isRead}, end ${hasEnded}`
}

/** An old host with a new keeper. */
async function findKeeperProblem(stage: KeeperStage): Promise<string | null> {
  const first = await stage.start()
  first.close()
  const guest = await RawGuest.connect(stage.note.socket)
  const wire = readWire()
  let answers = 0
  for (const { dir, line } of wire) {
    if (dir === 'keeper') continue
    const asked = guest.lines.find((each) => each.includes('"from":"cli"') && each.includes('"can_use_tool"'))
    const requestId = REQUEST_ID.exec(asked ?? '')?.[1]
    await guest.write(`${requestId === undefined ? line : line.replace(REQUEST_ID, `"request_id":"${requestId}"`)}\n`)
    await guest.write(NEWER_WORD)
    const { type, commandId } = JSON.parse(line)
    if (type !== 'command') continue
    answers++
    await guest.until(() => guest.lines.filter((each) => each.startsWith('{"type":"receipt"')).length === answers)
    if (commandId === 'c-1')
      await guest.until((each) => each.includes('"from":"cli"') && each.includes('"can_use_tool"'))
    if (commandId === 'c-5') await guest.until((each) => each.includes('"message":{"type":"result"'))
  }
  await guest.until((each) => each === '{"type":"ended"}')
  const expected = wire.flatMap(({ dir, line }) => (dir === 'keeper' ? toShape(line) : []))
  const found = guest.lines.flatMap(toShape)
  return JSON.stringify(found) === JSON.stringify(expected)
    ? null
    : `an old host: heard ${found.join(' ')} in place of ${expected.join(' ')}`
}

/** What a word is, without numbers and times that differ from run to run. */
function toShape(line: string): string[] {
  const word = JSON.parse(line)
  if (word.type === undefined || word.type === 'caught_up') return []
  return [`${word.type}:${word.commandId ?? ''}:${word.ok ?? ''}:${word.code ?? word.state ?? ''}`]
}

const STRANGER = `
  const { createServer } = require('node:net')
  createServer((socket) => socket.end('{"type":"refused","versions":[99]}\\n')).listen(process.argv[1], () => console.log('up'))
  process.on('SIGTERM', () => process.exit(0))
`

/** A keeper that we do not understand: told, ended, and the session goes on. */
async function findStrangerProblem(stage: KeeperStage): Promise<string | null> {
  const socket = join(stage.home, 'stranger.sock')
  const child = spawn(process.execPath, ['-e', STRANGER, socket])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  writeNote(stage.folder, child.pid as number, socket)
  const kept = await KeptSession.open(stage.folder)
  const isTold = /speaks version 99, and we 1: end the session/.test(kept.problem ?? '') && kept.isRunning
  const receipt = await kept.command({ commandId: 'x', command: { kind: 'interrupt' } })
  await kept.end()
  const isEnded = identifyProcess(child.pid as number) === null && !kept.isRunning
  const host = await stage.start()
  await host.send(toPrompt('Begin.', { text: 'Done.' }))
  const goesOn = await host.until(({ results, kept: each }) => results === 1 && !each.facts.isBusy)
  const hasUnknown = host.records.some(({ message }) => JSON.stringify(message) === TOMORROW)
  host.close()
  return isTold && !receipt.ok && isEnded && goesOn && hasUnknown
    ? null
    : `a stranger: told ${isTold}, refused ${!receipt.ok}, ended ${isEnded}, goes on ${goesOn}, unknown kept ${hasUnknown}`
}

/** What the fake CLI says that nobody knows. */
const TOMORROW = '{"type":"message_of_tomorrow","value":{"nested":[1,null,"x"]}}'

export default {
  id: 'R16-keeper',
  title: 'a keeper of the first version under a new host, and the reverse; no common version; unknown CLI types',
  async run() {
    const wrong: string[] = []
    for (const find of [findHostProblem, findKeeperProblem, findStrangerProblem]) {
      const stage = KeeperStage.player({
        QUARTERDECK_PLAYER_FAULT: find === findStrangerProblem ? 'unknown-types' : '',
      })
      try {
        const problem = await find(stage)
        if (problem !== null) wrong.push(problem)
      } finally {
        await stage.clear()
      }
    }
    return {
      passed: wrong.length === 0,
      bar: 'understood, or told and ended; nothing lost',
      found: wrong.length === 0 ? 'all three' : wrong.join('; '),
      figures: { wrong: wrong.length },
    }
  },
} satisfies Row
