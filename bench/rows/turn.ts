import { setTimeout as sleep } from 'node:timers/promises'
import { CliProcess, toLaunch, toText } from '@quarterdeck/driver'
import { serialise, toUserMessage } from '@quarterdeck/protocol'
import { KeeperStage, toPrompt } from '../../faults/keeper-stage.ts'
import type { Row } from '../../scripts/rows.ts'

const MAX_MS = 10
/** About two seconds of a streamed text. */
const STEPS = [{ text: 'word '.repeat(480), delayMs: 20 }]

interface Lane {
  /** Milliseconds from a prompt to its result. */
  turn: () => Promise<number>
  end: () => Promise<void>
}

/** The CLI alone, as nobody could have it quicker. */
async function startAlone(stage: KeeperStage): Promise<Lane> {
  const { cli, env } = stage.program
  const { argv } = toLaunch({ cwd: stage.project }, { version: '2.1.325', baseEnv: {} })
  let hear: () => void = () => undefined
  const place = { cwd: stage.project, env: { ...env, CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' } }
  const child = new CliProcess(cli, argv, place, (frame) => {
    if (frame.kind === 'line' && toText(frame.bytes).startsWith('{"type":"result"')) hear()
  })
  return {
    turn() {
      const began = performance.now()
      child.write(serialise(toUserMessage({ content: toPrompt('Go.', ...STEPS), uuid: crypto.randomUUID() })))
      return new Promise((resolve) => {
        hear = () => resolve(performance.now() - began)
      })
    },
    end: async () => void (await child.stop()),
  }
}

/** The same through keeper, socket and host. */
async function startKept(stage: KeeperStage): Promise<Lane> {
  const { kept } = await stage.start()
  let hear: () => void = () => undefined
  kept.subscribe((event) => {
    if (event.kind === 'record' && (event.record.message as { type?: unknown }).type === 'result') hear()
  })
  return {
    turn() {
      const began = performance.now()
      const command = { kind: 'send', uuid: crypto.randomUUID(), content: toPrompt('Go.', ...STEPS) } as const
      void kept.command({ commandId: crypto.randomUUID(), command })
      return new Promise((resolve) => {
        hear = () => resolve(performance.now() - began)
      })
    },
    end: async () => kept.close(),
  }
}

export default {
  id: 'turn',
  title: 'What driver and keeper add to a scripted turn, against the CLI alone',
  async run({ quick }) {
    const turns = quick ? 7 : 30
    const [aloneStage, keptStage] = [KeeperStage.player(SPEED), KeeperStage.player(SPEED)]
    const [alone, kept] = [await startAlone(aloneStage), await startKept(keptStage)]
    const times: Record<'alone' | 'kept', number[]> = { alone: [], kept: [] }
    try {
      for (let turn = -1; turn < turns; turn++) {
        const [aloneMs, keptMs] = [await alone.turn(), await kept.turn()]
        await sleep(50)
        // The first one is to warm up.
        if (turn < 0) continue
        times.alone.push(aloneMs)
        times.kept.push(keptMs)
      }
    } finally {
      await alone.end()
      await kept.end()
      await keptStage.clear()
      await aloneStage.clear()
    }
    const [aloneMs, keptMs] = [toMedian(times.alone), toMedian(times.kept)]
    const more = keptMs - aloneMs
    return {
      passed: more <= MAX_MS,
      bar: `at most ${MAX_MS} ms more at the median`,
      found: `${more.toFixed(1)} ms more (${keptMs.toFixed(0)} ms, alone ${aloneMs.toFixed(0)} ms; ${turns} turns each)`,
      figures: { moreMs: more, keptMs, aloneMs, turns },
    }
  },
} satisfies Row

const SPEED = { QUARTERDECK_PLAYER_SPEED: '1' }

function toMedian(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}
