import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyProcess, LogFile, reapMarked } from '@quarterdeck/driver'
import { createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../scripts/rows.ts'
import { ASKING, KeeperStage, type StageHost, toPrompt } from '../keeper-stage.ts'

/** When the keeper is killed: what is asked for, and what must have come. */
const POINTS: Record<string, { steps: object[]; isThere: (host: StageHost) => boolean }> = {
  'in a text': {
    steps: [{ text: 'word '.repeat(300), delayMs: 20 }],
    isThere: (host) => host.records.some(({ message }) => JSON.stringify(message).includes('text_delta')),
  },
  'with an open approval': { steps: [ASKING, { text: 'Done.' }], isThere: (host) => host.openRequest !== undefined },
  'right behind a receipt': { steps: [{ text: 'Done.' }], isThere: () => true },
}

/** Null when all is well. */
async function runKill(name: string): Promise<string | null> {
  const { steps, isThere } = POINTS[name] as (typeof POINTS)[string]
  const stage = KeeperStage.player({ QUARTERDECK_PLAYER_SPEED: '1', QUARTERDECK_PLAYER_FAULT: 'grandchild' })
  try {
    const host = await stage.start()
    const receipt = await host.send(toPrompt('Begin.', ...steps))
    await host.until(isThere)
    const { pid, cli } = stage.note
    process.kill(pid, 'SIGKILL')
    const isShown = await host.until(({ exit }) => exit !== undefined)
    host.close()
    // Among them a tool that ignores SIGTERM.
    const left = await reapMarked((marker) => marker === stage.marker)
    const lines = readFileSync(stage.logPath, 'utf8').trimEnd().split('\n')
    const isWhole = lines.every((line) => isJson(line))
    const again = await stage.start()
    const isKept = again.records.some(({ seq }) => receipt.ok && seq === receipt.seq)
    await again.send(toPrompt('Go on.', { text: 'Here.' }))
    const goesOn = await again.until(
      ({ kept }) => stage.countPrompts('Go on.') === 1 && !kept.facts.isBusy && kept.facts.queue.length === 0,
    )
    again.close()
    const problems = [
      ...(isShown && again.records.some(({ message }) => JSON.stringify(message).includes('was killed'))
        ? []
        : ['not shown']),
      ...(identifyProcess(cli.pid) === null && left === 0 ? [] : [`its CLI or ${left} of its tools live`]),
      ...(isWhole ? [] : ['the log is not whole']),
      ...(isKept ? [] : ['an acknowledged input is lost']),
      ...(goesOn ? [] : ['it does not go on']),
      ...(stage.countPrompts('Begin.') >= 1 ? [] : ['the prompt never came']),
    ]
    return problems.length === 0 ? null : `${name}: ${problems.join(', ')}`
  } finally {
    await stage.clear()
  }
}

/** A log as a keeper writes it, with inputs, decisions, texts and a queue. */
async function writeLog(): Promise<Buffer> {
  const stage = KeeperStage.player()
  try {
    const host = await stage.start()
    await host.send(toPrompt('Begin.', { text: 'Grüße 👋 '.repeat(20) }, ASKING, { text: 'Done.' }))
    await host.until(({ openRequest }) => openRequest !== undefined)
    await host.send('Later.')
    await host.allow(host.openRequest as string)
    await host.until(({ results, kept }) => results === 2 && !kept.facts.isBusy)
    host.close()
    return readFileSync(stage.logPath)
  } finally {
    await stage.clear()
  }
}

/** What is wrong after so many cuts, each at any byte. */
async function cutLog(random: () => number, cuts: number): Promise<number> {
  const whole = await writeLog()
  const lines = whole.toString('utf8').trimEnd().split('\n').slice(1)
  const highest = toSeq(lines.at(-1) as string)
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-r4-'))
  const path = join(folder, 'log.ndjson')
  let wrong = 0
  try {
    for (let round = 0; round < cuts; round++) {
      const cut = Math.floor(random() * (whole.length + 1))
      writeFileSync(path, whole.subarray(0, cut))
      const kept = lines.slice(0, Math.max(0, whole.subarray(0, cut).toString('latin1').split('\n').length - 2))
      const log = new LogFile(path)
      const found = new Set(log.readAfter(0, Number.POSITIVE_INFINITY))
      // Pieces of a message that is complete may be gone; nothing else may.
      const isLost = kept.some((line) => !found.has(line) && !isDroppable(line))
      const isNew = [...found].some((line) => !kept.includes(line))
      const [next] = log.append([{ from: 'host', json: '{"type":"user"}', message: { type: 'user' } }], { sync: true })
      const isReused = cut > (whole.indexOf('\n') as number) && (next?.seq ?? 0) <= highest
      log.close()
      const again = new LogFile(path)
      const isBehind = again.readAfter(0, Number.POSITIVE_INFINITY).at(-1) === next?.line
      again.close()
      if (isLost || isNew || isReused || !isBehind) wrong++
      rmSync(path)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return wrong
}

function isDroppable(line: string): boolean {
  return line.includes('"content_block_delta"') || line.includes('"keep_alive"') || line.includes('"snapshot"')
}

function toSeq(line: string): number {
  return (JSON.parse(line) as { seq: number }).seq
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

export default {
  id: 'R4',
  title: 'kill -9 of the keeper; the log cut at a random byte, 1,000 times',
  async run({ seed, quick }) {
    const wrong: string[] = []
    const rounds = quick ? 1 : 5
    for (let round = 0; round < rounds; round++) {
      for (const name of Object.keys(POINTS)) {
        const problem = await runKill(name)
        if (problem !== null) wrong.push(problem)
      }
    }
    const cuts = quick ? 200 : 1000
    const badCuts = await cutLog(createRandom(seed), cuts)
    if (badCuts > 0) wrong.push(`${badCuts} cuts lost more than the torn line, or used a number again`)
    const kills = rounds * Object.keys(POINTS).length
    return {
      passed: wrong.length === 0,
      bar: 'the CLI ends too, nothing acknowledged is lost, it goes on; opens after every cut',
      found: wrong.length === 0 ? `${kills} kills, ${cuts} cuts` : wrong.join('; '),
      figures: { kills, cuts, wrong: wrong.length },
    }
  },
} satisfies Row
