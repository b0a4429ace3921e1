import { canonicalToolName } from '@quarterdeck/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateForTest, listTranscripts, readWhole, type TestDirectory } from '../generate-for-test.ts'
import type { Line } from './line-facts.ts'
import { addTally, createTally, type Tally, toTally } from './tally.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await generateForTest()
})
afterAll(() => directory.remove())

interface ApiLine extends Line {
  message: { id: string; model: string; usage: Parameters<typeof toTally>[0]; content: Line[] }
}

/** Each API message once, by its last line. */
function recount(files: readonly string[]): Map<string, ApiLine> {
  const messages = new Map<string, ApiLine>()
  for (const file of files) {
    for (const line of readWhole(directory.path, file).lines) {
      if (line.type !== 'assistant') continue
      const assistant = line as ApiLine
      if (assistant.message.model !== '<synthetic>')
        messages.set(`${assistant.message.id} ${String(line.requestId)}`, assistant)
    }
  }
  return messages
}

function sumBy(messages: Iterable<ApiLine>, toKey: (line: ApiLine) => string): Record<string, Tally> {
  const sums: Record<string, Tally> = {}
  for (const line of messages) {
    const key = toKey(line)
    sums[key] ??= createTally()
    addTally(sums[key], toTally(line.message.usage, line.message.model))
  }
  return sums
}

/** Sums of dollars depend on their order, far behind the point. */
function expectSame(actual: Record<string, Tally>, expected: Record<string, Tally>): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort())
  for (const [key, { usd, ...tokens }] of Object.entries(actual)) {
    expect(expected[key], key).toMatchObject(tokens)
    expect(usd, key).toBeCloseTo(expected[key]?.usd ?? 0, 6)
  }
}

describe("The oracle's usage", () => {
  it('is what a naive count over all files finds', () => {
    const { usage, sessions } = directory.oracle
    const all = [...recount(listTranscripts(directory.path)).values()]
    const pathOf = new Map(sessions.map((session) => [session.id, session.projectPath]))
    const timeOf = (line: Line) => line.timestamp as string
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: usage.local.timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const localOf = (line: Line) => local.format(Date.parse(timeOf(line)))
    expectSame(
      sumBy(all, () => 'all'),
      { all: usage.total },
    )
    expectSame(
      sumBy(all, (line) => line.message.model),
      usage.byModel,
    )
    expectSame(
      sumBy(all, (line) => pathOf.get(line.sessionId as string) ?? '?'),
      usage.byProject,
    )
    expectSame(
      sumBy(all, (line) => timeOf(line).slice(0, 10)),
      usage.utc.byDay,
    )
    expectSame(
      sumBy(all, (line) => timeOf(line).slice(11, 13)),
      usage.utc.byHour,
    )
    expectSame(
      sumBy(all, (line) => localOf(line).slice(0, 10)),
      usage.local.byDay,
    )
    expectSame(
      sumBy(all, (line) => localOf(line).slice(11, 13)),
      usage.local.byHour,
    )
  })

  it('of a session is what stands in its files', () => {
    const { sessions } = directory.oracle
    for (const { file, subagents, usage } of sessions) {
      const messages = recount([file, ...subagents.map((agent) => agent.file)]).values()
      const sums = sumBy(messages, () => 'all')
      expectSame({ [file]: sums.all ?? createTally() }, { [file]: usage })
    }
  })

  it('is less than what the lines add up to, and than the sum of the sessions', () => {
    const { usage, sessions } = directory.oracle
    const output = (tallies: Tally[]) => tallies.reduce((sum, tally) => sum + tally.outputTokens, 0)
    expect(output(sessions.map((session) => session.usage))).toBeGreaterThan(usage.total.outputTokens)
    expect(output(sessions.map((session) => session.ownUsage))).toBe(usage.total.outputTokens)
    expect(usage.unpricedModels.length).toBeGreaterThan(0)
  })

  it('counts tool calls once, by the name of today', () => {
    const calls = new Map<string, string>()
    for (const file of listTranscripts(directory.path)) {
      for (const line of readWhole(directory.path, file).lines) {
        if (line.type !== 'assistant') continue
        for (const block of (line as ApiLine).message.content)
          if (block.type === 'tool_use') calls.set(block.id as string, canonicalToolName(block.name as string))
      }
    }
    const counts: Record<string, number> = {}
    for (const name of calls.values()) counts[name] = (counts[name] ?? 0) + 1
    const { tools } = directory.oracle
    expect(Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, tool.calls]))).toEqual(counts)
  })
})
