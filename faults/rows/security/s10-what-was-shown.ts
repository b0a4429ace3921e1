import { createHash } from 'node:crypto'
import { createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'
import { type Asked, AskingStage } from '../../asking-stage.ts'

const AT_ONCE = 100

type Data = null | boolean | number | string | Data[] | { [key: string]: Data }

const TEXTS = [
  '',
  'ls -la',
  'é\u0301',
  '\u2028',
  '\u0000\u001b[31m',
  '\ud83d\ude00',
  '\ud800',
  '"\\/',
  '__proto__',
  '‮gnp',
  'x'.repeat(5000),
]
const NUMBERS = [0, -0, 1, -1.5, 1e21, 1e-7, 5e-324, 2 ** 53, 0.1 + 0.2, 1.7976931348623157e308]

/** Whatever a tool might be given: nested, long, strange. */
function toData(random: () => number, depth = 0): Data {
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const kind = random()
  if (depth > 4 || kind < 0.3) return pick(TEXTS) + (random() < 0.5 ? String(random()) : '')
  if (kind < 0.45) return pick(NUMBERS)
  if (kind < 0.55) return pick([null, true, false])
  const length = Math.floor(random() * 5)
  if (kind < 0.7) return Array.from({ length }, () => toData(random, depth + 1))
  return toInput(random, depth)
}

function toInput(random: () => number, depth = 0): { [key: string]: Data } {
  const keys = ['command', 'file_path', 'ä', 'a', 'A', '10', '9', '\ufb33', '\ud83d\ude00', '']
  const chosen = keys.filter(() => random() < 0.4)
  return Object.fromEntries(chosen.map((key) => [key, toData(random, depth + 1)]))
}

/** The same hash by another way: whoever wrote the server's has not written this. */
function toOwnHash(data: unknown): string {
  const sort = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sort)
    if (typeof value !== 'object' || value === null) return value
    const names = Object.keys(value).sort()
    return new Map(names.map((key) => [key, sort((value as Record<string, unknown>)[key])]))
  }
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
    if (!(value instanceof Map)) return JSON.stringify(value)
    return `{${[...value].map(([key, each]) => `${JSON.stringify(key)}:${write(each)}`).join(',')}}`
  }
  return createHash('sha256')
    .update(write(sort(data)))
    .digest('hex')
}

interface Case {
  asked: Asked
  edited: { [key: string]: Data } | undefined
}

async function runBatch(stage: AskingStage, sessions: readonly [string, string], random: () => number, count: number) {
  const wrong: string[] = []
  const [sessionId, other] = sessions
  const cases: Case[] = Array.from({ length: count }, () => ({
    asked: { id: crypto.randomUUID(), tool_name: random() < 0.5 ? 'Bash' : 'Write', input: toInput(random) },
    edited: random() < 0.4 ? { ...toInput(random), edited: true } : undefined,
  }))
  const shown = await stage.open(
    sessionId,
    cases.map(({ asked }) => asked),
  )
  let forged = 0
  const refuse = async (name: string, to: string, body: object) => {
    forged++
    const { status } = await stage.decide(to, body)
    if (status < 400 || status >= 500) wrong.push(`${name} was answered with ${status}`)
  }
  for (const { asked, edited } of cases) {
    const inputHash = toOwnHash(asked.input)
    const item = shown.find(({ requestId }) => requestId === asked.id)
    if (item?.inputHash !== inputHash)
      wrong.push(`${asked.id}: shown with another hash for ${JSON.stringify(asked.input).slice(0, 200)}`)
    const body = { request_id: asked.id, behavior: 'allow', inputHash, ...(edited && { updatedInput: edited }) }
    const changed = toOwnHash({ ...(asked.input as object), smuggled: 1 })
    await refuse('a changed input', sessionId, { ...body, inputHash: changed })
    await refuse('the hash of what it was edited to', sessionId, {
      ...body,
      inputHash: toOwnHash(edited ?? { edited: 1 }),
    })
    await refuse('a prompt of another session', other, body)
    await refuse('a prompt that never was', sessionId, { ...body, request_id: crypto.randomUUID() })
    const answer = await stage.decide(sessionId, body)
    if (answer.status !== 200) wrong.push(`${asked.id}: ${answer.text}`)
    await refuse('a replay', sessionId, { ...body, commandId: crypto.randomUUID() })
    await refuse('a replay with another word', sessionId, { ...body, behavior: 'deny', commandId: crypto.randomUUID() })
  }
  const { answers } = await stage.until(() =>
    cases.every(({ asked }) => stage.answers.has(asked.id)) ? stage : undefined,
  )
  for (const { asked, edited } of cases) {
    const given = answers.get(asked.id) ?? []
    const expected = toOwnHash(edited ?? asked.input)
    if (given.length !== 1 || toOwnHash(given[0]?.updatedInput) !== expected)
      wrong.push(`${asked.id}: the CLI was told something else`)
  }
  return { wrong, forged }
}

export default {
  id: 'S10',
  title: 'what was shown is what is sent: hashes of inputs, edited ones too; replayed and forged decisions',
  async run({ seed, quick }) {
    const random = createRandom(seed)
    const batches = quick ? [30] : Array.from({ length: 10 }, () => AT_ONCE)
    const stage = await AskingStage.set()
    const wrong: string[] = []
    let forged = 0
    try {
      const sessions = [await stage.begin(), await stage.begin()] as const
      for (const count of batches) {
        const found = await runBatch(stage, sessions, random, count)
        wrong.push(...found.wrong)
        forged += found.forged
      }
    } finally {
      await stage.clear()
    }
    const inputs = batches.reduce((sum, count) => sum + count, 0)
    return {
      passed: wrong.length === 0,
      bar: 'no mismatch, none accepted',
      found:
        wrong.length === 0
          ? `${inputs} inputs as they were shown, ${forged} forged answers refused`
          : wrong.slice(0, 5).join('; '),
      figures: { inputs, forged, wrong: wrong.length },
    }
  },
} satisfies Row
