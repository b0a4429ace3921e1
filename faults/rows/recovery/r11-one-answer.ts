import { createHash } from 'node:crypto'
import { createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'
import { type Asked, AskingStage } from '../../asking-stage.ts'

const PROMPTS = 10
const DEVICES = ['Phone', 'Tablet', 'Desk']

interface Click {
  requestId: string
  device: string
  behavior: 'allow' | 'deny'
  /** The hash of another card than the one it is sent to. */
  isStale: boolean
  status: number
  code?: string
  by?: string
  winner?: string
}

/** Everybody answers everything at once, twice; then once more, too late. Gives what is wrong. */
async function runRound(stage: AskingStage, sessionId: string, random: () => number): Promise<string[]> {
  const asked = Array.from({ length: PROMPTS }, (_, index) => toAsked(index, random))
  const shown = await stage.open(sessionId, asked)
  const hashOf = new Map(shown.map(({ requestId, inputHash }) => [String(requestId), String(inputHash)]))
  const devices = await Promise.all(DEVICES.map((name) => stage.pair(name)))
  const toClick = async (requestId: string, at: number, isStale: boolean, commandId: string): Promise<Click> => {
    const behavior = commandId.length % 2 === 0 ? 'allow' : 'deny'
    const other = asked.find(({ id }) => id !== requestId)?.id ?? ''
    const inputHash = hashOf.get(isStale ? other : requestId)
    const body = { request_id: requestId, behavior, inputHash, commandId }
    const answer = await stage.decide(sessionId, body, devices[at]?.headers)
    const { error } = answer.json() as { error?: { code: string; by?: string; behavior?: string } }
    const known = { ...(error?.code && { code: error.code }), ...(error?.by && { by: error.by }) }
    const winner = error?.behavior
    const device = DEVICES[at] ?? ''
    return { requestId, device, behavior, isStale, status: answer.status, ...known, ...(winner && { winner }) }
  }
  const clicks = asked.flatMap(({ id }) =>
    DEVICES.flatMap((_, at) => {
      const commandId = crypto.randomUUID() + (random() < 0.5 ? 'x' : '')
      const click = () => toClick(id, at, false, commandId)
      return [click, click, () => toClick(id, at, true, `${crypto.randomUUID()}stale`)]
    }),
  )
  const done = await Promise.all(shuffle(clicks, random).map((click) => click()))
  const late = await Promise.all(
    asked.map(({ id }, at) => toClick(id, at % DEVICES.length, false, crypto.randomUUID())),
  )
  // It reads in order: what was said to it before has come to it when it answers this.
  await stage.ask('POST', `/api/claude/sessions/${sessionId}/control`, { subtype: 'mcp_status' })
  const { answers } = stage
  return asked.flatMap(({ id, input }) => {
    const given = answers.get(id) ?? []
    const won = done.filter(({ requestId, status }) => requestId === id && status === 200)
    const lost = [...done, ...late].filter(({ requestId, status }) => requestId === id && status !== 200)
    const [winner] = won
    const problems = [
      given.length === 1 ? null : `${given.length} answers reached the CLI`,
      winner !== undefined && won.every(({ device }) => device === winner.device)
        ? null
        : 'not one device was answered with success',
      won.length === 2 ? null : `${won.length} clicks of 2 were answered with success`,
      won.some(({ isStale }) => isStale) ? 'a stale card was answered' : null,
      given[0]?.behavior === winner?.behavior ? null : 'the CLI was told something else',
      given[0]?.behavior !== 'allow' || JSON.stringify(given[0].updatedInput) === JSON.stringify(input)
        ? null
        : 'another input ran',
      lost.every((click) => isHonest(click, winner))
        ? null
        : `a late answer was told ${JSON.stringify(lost.find((click) => !isHonest(click, winner)))}`,
    ]
    return problems.flatMap((problem) => (problem === null ? [] : [`${id}: ${problem}`]))
  })
}

/** Whoever comes late learns who was quicker and what they said; a stale card may be refused for its hash. */
function isHonest(click: Click, winner: Click | undefined): boolean {
  if (click.isStale && click.code === 'input_changed') return true
  return click.code === 'already_resolved' && click.by === winner?.device && click.winner === winner?.behavior
}

function toAsked(index: number, random: () => number): Asked {
  const id = `r-${createHash('sha256').update(String(random())).digest('hex').slice(0, 12)}`
  return { id, tool_name: 'Bash', input: { command: `echo ${index} ${random()}` } }
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

export default {
  id: 'R11',
  title: 'ten open approvals, three devices, double clicks, stale cards, late answers',
  async run({ seed, quick }) {
    const random = createRandom(seed)
    const rounds = quick ? 2 : 30
    const stage = await AskingStage.set()
    const wrong: string[] = []
    try {
      const sessionId = await stage.begin()
      for (let round = 0; round < rounds; round++) wrong.push(...(await runRound(stage, sessionId, random)))
    } finally {
      await stage.clear()
    }
    const prompts = rounds * PROMPTS
    return {
      passed: wrong.length === 0,
      bar: 'each resolved once, none by a card that was not shown',
      found:
        wrong.length === 0
          ? `${prompts} prompts, ${prompts * 10} answers, each prompt once`
          : wrong.slice(0, 5).join('; '),
      figures: { prompts, answers: prompts * 10, wrong: wrong.length },
    }
  },
} satisfies Row
