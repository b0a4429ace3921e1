import type { SessionRow } from '@quarterdeck/contract'
import type { Row } from '../../../scripts/rows.ts'
import { ASKING, toPrompt } from '../../keeper-stage.ts'
import { ServerStage } from '../../server-stage.ts'

const MAX_MS = 1000

interface Case {
  steps: object[]
  fault?: string
  /** When it is done. */
  isThere: (stage: ServerStage, row: SessionRow) => boolean
  harm: (pid: number) => void
  /** What the list must say of it. */
  why: RegExp
}

const kill = (pid: number) => process.kill(pid, 'SIGKILL')
const hasSaid = (words: string) => (stage: ServerStage) =>
  stage.count((message) => JSON.stringify(message).includes(words)) > 0

const LONG_TEXT = { text: 'word '.repeat(600), delayMs: 20 }
const LONG_TOOL = { tools: [{ name: 'Bash', input: { command: 'sleep 60' }, ask: false, durationMs: 60_000 }] }

const CASES: Record<string, Case> = {
  'killed in a text': { steps: [LONG_TEXT], isThere: hasSaid('text_delta'), harm: kill, why: /killed \(SIGKILL\)/ },
  'killed in a tool': { steps: [LONG_TOOL], isThere: hasSaid('sleep 60'), harm: kill, why: /killed \(SIGKILL\)/ },
  'killed awaiting approval': {
    steps: [ASKING, { text: 'Done.' }],
    isThere: (_, { pending }) => pending === 1,
    harm: kill,
    why: /killed \(SIGKILL\)/,
  },
  'exit 0 without a result': {
    steps: [{ text: 'Short.' }],
    fault: 'exit-without-result',
    isThere: (_, { live }) => !live,
    harm: () => undefined,
    why: /inside a turn, without a result/,
  },
  suspended: {
    steps: [LONG_TEXT],
    isThere: hasSaid('text_delta'),
    harm: (pid) => process.kill(pid, 'SIGSTOP'),
    why: /was suspended/,
  },
}

/** How long it took until it was shown, and what is wrong with it. */
async function runCase(name: string): Promise<{ problem: string | null; ms: number }> {
  const { steps, fault, isThere, harm, why } = CASES[name] as Case
  const stage = ServerStage.player(fault === undefined ? {} : { QUARTERDECK_PLAYER_FAULT: fault })
  try {
    await stage.start()
    const id = await stage.begin(toPrompt('Begin.', ...steps))
    await stage.until((row) => isThere(stage, row))
    if (fault === undefined) harm(stage.cliPid)
    const isShown = (row: SessionRow) =>
      why.test(row.why ?? '') && (name === 'suspended' || (row.pending === 0 && !row.live))
    const ms = (await stage.until(isShown)) ?? Number.POSITIVE_INFINITY
    const isResumed = name === 'suspended' ? await letGoOn(stage, id) : await resume(stage, id)
    return {
      problem: ms < Number.POSITIVE_INFINITY && isResumed ? null : `${name}: ${ms} ms, resumed: ${isResumed}`,
      ms,
    }
  } finally {
    await stage.clear()
  }
}

/** One message is enough. */
async function resume(stage: ServerStage, id: string): Promise<boolean> {
  await stage.call('POST', `/${id}/messages`, { content: toPrompt('Go on.', { text: 'I am back.' }) })
  return (await stage.until(() => hasSaid('I am back.')(stage))) !== null
}

async function letGoOn(stage: ServerStage, id: string): Promise<boolean> {
  process.kill(stage.cliPid, 'SIGCONT')
  const isWell = (await stage.until((row) => row.why === undefined)) !== null
  await stage.call('POST', `/${id}/interrupt`, {})
  return isWell && (await stage.until(({ status }) => status === 'idle')) !== null
}

export default {
  id: 'R3',
  title:
    'the CLI killed in a text, in a tool, awaiting approval; exit 0 without a result; SIGSTOP: as the list shows it',
  async run({ quick }) {
    const names = Object.keys(CASES)
    const outcomes = []
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      for (const name of names) outcomes.push(await runCase(name))
    }
    const wrong = outcomes.flatMap(({ problem }) => (problem === null ? [] : [problem]))
    const slowest = Math.max(...outcomes.map(({ ms }) => ms))
    return {
      passed: wrong.length === 0 && slowest <= MAX_MS,
      bar: 'shown with the reason within 1 s, approvals closed, one message resumes',
      found: wrong.length === 0 ? `${outcomes.length} cases, at most ${slowest.toFixed(0)} ms` : wrong.join('; '),
      figures: { cases: outcomes.length, wrong: wrong.length, slowestMs: slowest },
    }
  },
} satisfies Row
