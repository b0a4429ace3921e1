import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliProcess, type ExitInfo, toText } from '@quarterdeck/driver'
import { serialise, toUserMessage } from '@quarterdeck/protocol'
import { toScriptedPrompt } from '@quarterdeck/testkit'
import { root } from '../../../scripts/root.ts'
import type { Row } from '../../../scripts/rows.ts'

const PLAYER = join(root, 'packages/player/bin/quarterdeck-player.mjs')
const MAX_MS = 1000

/** A turn of the fake CLI that goes wrong. `until` gives what it has said so far and waits for more. */
function startTurn(folder: string, fault: string) {
  const cli = { path: PLAYER, command: process.execPath, args: [PLAYER] }
  const lines: string[] = []
  let wake: () => void = () => undefined
  const env = { HOME: folder, PATH: '', QUARTERDECK_PLAYER_FAULT: fault }
  const argv = ['--output-format=stream-json', '--input-format=stream-json', '--verbose', '--include-partial-messages']
  const child = new CliProcess(cli, argv, { cwd: folder, env, inTurn: () => !isOver(lines) }, (frame) => {
    if (frame.kind === 'line') lines.push(toText(frame.bytes))
    wake()
  })
  const content = toScriptedPrompt('Go.', [{ text: 'word '.repeat(200), delayMs: 20 }])
  child.write(serialise(toUserMessage({ content, uuid: crypto.randomUUID() })))
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => (wake = resolve))
  }
  return { child, lines, until }
}

const isOver = (lines: string[]) => lines.some((line) => JSON.parse(line).type === 'result')
const isText = (line: string) => line.includes('text_delta')

async function measure<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now()
  return { value: await work, ms: performance.now() - began }
}

export default {
  id: 'R3-process',
  title: 'kill -9 of the CLI in a text; exit 0 without a result; SIGSTOP: as the process tells it',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-r3-'))
    const wrong: string[] = []
    const check = (name: string, { kind, inTurn, reason }: ExitInfo) => {
      if (kind !== 'crashed' || !inTurn || reason === undefined) wrong.push(`${name}: it ${kind}, ${reason}`)
    }
    let slowest = 0
    try {
      const killed = startTurn(folder, '')
      await killed.until(() => killed.lines.some(isText))
      process.kill(killed.child.pid as number, 'SIGKILL')
      const ended = await measure(killed.child.exited)
      check('killed', ended.value)

      check('exit 0', await startTurn(folder, 'exit-without-result').child.exited)

      const stopped = startTurn(folder, '')
      await stopped.until(() => stopped.lines.some(isText))
      process.kill(stopped.child.pid as number, 'SIGSTOP')
      const named = await measure(untilSuspended(stopped.child))
      const { kind } = await stopped.child.stop({ termAfterMs: 10, killAfterMs: 2000 })
      if (kind !== 'stopped') wrong.push(`suspended: it ${kind}`)
      slowest = Math.max(ended.ms, named.ms)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return {
      passed: wrong.length === 0 && slowest <= MAX_MS,
      bar: 'told with the reason within 1 s',
      found: wrong.length === 0 ? `all three, at most ${slowest.toFixed(0)} ms` : wrong.join('; '),
      figures: { slowestMs: slowest, wrong: wrong.length },
    }
  },
} satisfies Row

async function untilSuspended(child: CliProcess): Promise<void> {
  while (!child.isSuspended) await new Promise((resolve) => setTimeout(resolve, 5))
}
