import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toAllow } from '@quarterdeck/protocol'
import { CLI_VERSIONS, createRandom } from '@quarterdeck/testkit'
import { root } from '../../../scripts/root.ts'
import type { Row } from '../../../scripts/rows.ts'
import { ASKING, KeeperStage, toPrompt } from '../../keeper-stage.ts'
import { ServerStage } from '../../server-stage.ts'

const HOST = join(root, 'faults/host-process.ts')
const MAX_MS = 3000
/** Around the answer to an approval: what the host has done, or seen, when it is killed. */
const HOST_POINTS = ['attached', 'sent', 'logged', 'receipt', 'written'] as const
const SERVER_POINTS = ['shown', 'sent', 'sent a moment ago', 'answered', 'went on'] as const

interface Outcome {
  problem: string | null
  /** From the new host's start until it shows what is open, or that it was answered. */
  backMs: number
}

/** The host is a small program that is killed at a point of giving its answer. */
async function runHost(point: (typeof HOST_POINTS)[number]): Promise<Outcome> {
  const stage = KeeperStage.player()
  try {
    const first = await stage.start()
    await first.send(toPrompt('Begin.', ASKING, { text: 'word '.repeat(20), delayMs: 5 }))
    await first.until(({ openRequest }) => openRequest !== undefined)
    const requestId = first.openRequest as string
    const { pid } = stage.note.cli
    first.close()
    const given = { commandId: 'the-answer', command: { kind: 'respond', message: toAllow({ requestId, input: {} }) } }
    const child = spawn(process.execPath, [HOST, stage.folder, point, JSON.stringify(given)])
    await new Promise((resolve) => child.on('close', resolve))
    const began = performance.now()
    const host = await stage.attach()
    const isThere = await host.until(({ kept }) => requestId in kept.facts.open || requestId in kept.facts.answered)
    const backMs = performance.now() - began
    const receipt = await host.allow(requestId, 'the-answer')
    const isOver = await host.until(({ results, kept }) => results === 1 && !kept.facts.isBusy)
    host.close()
    const problems = [
      ...(isThere ? [] : ['the card is lost']),
      ...(receipt.ok ? [] : [`the answer was refused: ${receipt.code}`]),
      ...(isOver && stage.note.cli.pid === pid ? [] : ['the turn does not go on']),
      ...(stage.countAnswers(requestId) === 1 ? [] : [`answered ${stage.countAnswers(requestId)} times`]),
    ]
    return { problem: problems.length === 0 ? null : `host ${point}: ${problems.join(', ')}`, backMs }
  } finally {
    await stage.clear()
  }
}

/** The host is the server itself. */
async function runServer(
  point: (typeof SERVER_POINTS)[number],
  stage: ServerStage,
  random: () => number,
): Promise<Outcome> {
  const isAnswer = (message: Readonly<Record<string, unknown>>, from: string) =>
    from === 'host' && message.type === 'control_response'
  try {
    await stage.start()
    const id = await stage.begin(toPrompt('Begin.', ASKING, { text: 'word '.repeat(20), delayMs: 5 }))
    await stage.until(({ pending }) => pending === 1)
    const asked = stage.records.find(({ message, from }) => from === 'cli' && isRequest(message)) as {
      message: unknown
    }
    const requestId = (asked.message as { request_id: string }).request_id
    const pid = stage.cliPid
    const decide = () => stage.call('POST', `/${id}/permission`, { request_id: requestId, behavior: 'allow' })
    if (point !== 'shown') {
      const answer = decide().catch(() => null)
      if (point === 'sent a moment ago') await sleep(random() * 8)
      if (point === 'answered' || point === 'went on') await answer
      if (point === 'went on') while (stage.count(isResult) === 0) await sleep(5)
    }
    await stage.kill()
    await stage.start()
    const backMs = (await stage.until(({ pending }) => pending === 1 || stage.count(isAnswer) === 1)) ?? Infinity
    const again = await decide()
    const goneOn = await stage.until(() => stage.count(isResult) === 1)
    const problems = [
      ...([200, 409].includes(again.status) ? [] : [`the answer got ${again.status}`]),
      ...(goneOn !== null && stage.cliPid === pid ? [] : ['the turn does not go on']),
      ...(stage.count(isAnswer) === 1 ? [] : [`answered ${stage.count(isAnswer)} times`]),
    ]
    return { problem: problems.length === 0 ? null : `server ${point}: ${problems.join(', ')}`, backMs }
  } finally {
    await stage.clear()
  }
}

function isRequest(message: unknown): boolean {
  return (message as { type?: unknown }).type === 'control_request'
}

function isResult(message: Readonly<Record<string, unknown>>): boolean {
  return message.type === 'result'
}

/** The tool of a real CLI really runs. */
async function runReal(version: string, point: (typeof SERVER_POINTS)[number], random: () => number): Promise<Outcome> {
  const stage = await ServerStage.real(version)
  let wasMade = false
  const clear = stage.clear.bind(stage)
  stage.clear = async () => {
    wasMade = existsSync(join(stage.project, 'made'))
    await clear()
  }
  const outcome = await runServer(point, stage, random)
  return wasMade
    ? outcome
    : { ...outcome, problem: `${outcome.problem ?? point}, and the tool did not run (${version})` }
}

function pick<T>(all: readonly T[], count: number, random: () => number): T[] {
  const start = Math.floor(random() * all.length)
  return Array.from({ length: count }, (_, index) => all[(start + index * 2) % all.length] as T)
}

export default {
  id: 'R2',
  title: 'kill -9 of the attached host, a program or the server, at each point around an approval',
  async run({ seed, quick }) {
    const random = createRandom(seed)
    const outcomes: Outcome[] = []
    const choose = <T>(points: readonly T[]) => (quick ? pick(points, 2, random) : Array(6).fill(points).flat())
    for (const point of choose(HOST_POINTS)) outcomes.push(await runHost(point))
    for (const point of choose(SERVER_POINTS)) outcomes.push(await runServer(point, ServerStage.player(), random))
    for (const version of quick ? pick(CLI_VERSIONS, 1, random) : CLI_VERSIONS) {
      for (const point of quick ? pick(SERVER_POINTS, 1, random) : SERVER_POINTS)
        outcomes.push(await runReal(version, point, random))
    }
    const wrong = outcomes.flatMap(({ problem }) => (problem === null ? [] : [problem]))
    const slowest = Math.max(...outcomes.map(({ backMs }) => backMs))
    return {
      passed: wrong.length === 0 && slowest <= MAX_MS,
      bar: 'nothing lost, nothing done twice, the card back within 3 s, the turn goes on',
      found:
        wrong.length === 0 ? `${outcomes.length} kills, back in at most ${slowest.toFixed(0)} ms` : wrong.join('; '),
      figures: { kills: outcomes.length, wrong: wrong.length, slowestMs: slowest },
    }
  },
} satisfies Row
