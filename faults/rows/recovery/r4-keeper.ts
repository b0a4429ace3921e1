import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyProcess, LogFile, SESSION_MARKER } from '@quarterdeck/driver'
import { CLI_VERSIONS, createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'
import { ASKING, KeeperStage, type StageHost, toPrompt } from '../../keeper-stage.ts'

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
async function runKill(name: string, stage: KeeperStage): Promise<string | null> {
  const { steps, isThere } = POINTS[name] as (typeof POINTS)[string]
  try {
    const host = await stage.start()
    const tool = startTool(stage)
    const receipt = await host.send(toPrompt('Begin.', ...steps))
    await host.until(isThere)
    const { pid, cli } = stage.note
    process.kill(pid, 'SIGKILL')
    const isShown = await host.until(({ exit }) => exit !== undefined)
    const left = [cli.pid, tool].filter((each) => identifyProcess(each) !== null)
    host.close()
    const isWhole = readFileSync(stage.logPath, 'utf8').trimEnd().split('\n').every(isJson)
    const again = await stage.start()
    const isKept = again.records.some(({ seq }) => receipt.ok && seq === receipt.seq)
    await again.send(toPrompt('Go on.', { text: 'I am back.' }))
    const goesOn = await again.until(({ records, kept }) => !kept.facts.isBusy && records.some(isBack))
    const reason = JSON.stringify(again.exit)
    // A CLI writes its transcript a moment later.
    await again.kept.end()
    again.close()
    const problems = [
      ...(isShown && reason.includes('was killed') ? [] : ['not shown']),
      ...(left.length === 0 ? [] : [`${left.length} of its processes live`]),
      ...(isWhole ? [] : ['the log is not whole']),
      ...(isKept ? [] : ['an acknowledged input is lost']),
      ...(goesOn ? [] : [`it does not go on: ${reason}`]),
      ...(stage.countTaken('Begin.') === 1 ? [] : [`the prompt was taken ${stage.countTaken('Begin.')} times`]),
    ]
    return problems.length === 0 ? null : `${name}: ${problems.join(', ')}`
  } finally {
    await stage.clear()
  }
}

/** As a CLI starts its tools: in a session of its own, which no signal to its group reaches. */
function startTool({ marker }: KeeperStage): number {
  const tool = spawn('/bin/sleep', ['600'], { detached: true, stdio: 'ignore', env: { [SESSION_MARKER]: marker } })
  tool.unref()
  return tool.pid as number
}

function isBack({ from, message }: { from: string; message: unknown }): boolean {
  return (
    from === 'cli' &&
    JSON.stringify(message).startsWith('{"type":"assistant"') &&
    JSON.stringify(message).includes('"I am back."')
  )
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
    let kills = 0
    for (let round = 0; round < rounds; round++) {
      for (const name of Object.keys(POINTS)) {
        kills++
        const problem = await runKill(name, KeeperStage.player({ QUARTERDECK_PLAYER_SPEED: '1' }))
        if (problem !== null) wrong.push(problem)
      }
    }
    for (const version of CLI_VERSIONS) {
      for (const name of quick ? ['right behind a receipt'] : Object.keys(POINTS)) {
        kills++
        const problem = await runKill(name, await KeeperStage.real(version))
        if (problem !== null) wrong.push(`${version} ${problem}`)
      }
    }
    const cuts = quick ? 200 : 1000
    const badCuts = await cutLog(createRandom(seed), cuts)
    if (badCuts > 0) wrong.push(`${badCuts} cuts lost more than the torn line, or used a number again`)
    return {
      passed: wrong.length === 0,
      bar: 'the CLI ends too, nothing acknowledged is lost, it goes on; opens after every cut',
      found: wrong.length === 0 ? `${kills} kills, ${cuts} cuts` : wrong.join('; '),
      figures: { kills, cuts, wrong: wrong.length },
    }
  },
} satisfies Row
