import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Archive } from './archive.ts'

let folder: string
let archive: Archive
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [DEEP, TIMES, TOKENS, AGENTS, TWICE] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string]

const toLine = (type: string, more: object, message: object) =>
  JSON.stringify({
    type,
    uuid: crypto.randomUUID(),
    cwd: '/p',
    timestamp: '2026-01-02T03:04:05.000Z',
    ...more,
    message,
  })
const said = (content = 'pelican', more = {}) => toLine('user', more, { content })
const answered = (more: object = {}, usage: object = { output_tokens: 1 }, content: object[] = []) =>
  toLine('assistant', more, { id: crypto.randomUUID(), model: 'claude-sonnet-4-5', content, usage })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  const project = join(folder, 'claude/projects/-p')
  mkdirSync(join(project, AGENTS, 'subagents/below'), { recursive: true })
  const write = (name: string, lines: string[]) => writeFileSync(join(project, name), `${lines.join('\n')}\n`)
  const deep = `${'{"a":'.repeat(60_000)}"kea"${'}'.repeat(60_000)}`
  const call = { type: 'tool_use', id: 'toolu_deep', name: 'Odd', input: 'DEEP' }
  write(`${DEEP}.jsonl`, [said(), answered({}, {}, [call]).replace('"DEEP"', deep)])
  const times = [
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '1950-01-01T00:07:00Z',
    'soon',
  ]
  write(`${TIMES}.jsonl`, [said(), ...times.map((timestamp) => answered({ timestamp }))])
  const counts = [-5, 1e308, 2 ** 62, 1e19, null, '7', 3]
  write(
    `${TOKENS}.jsonl`,
    counts.map((count) => answered({}, { input_tokens: count, output_tokens: count, cache_read_input_tokens: count })),
  )
  const agentCall = answered({}, {}, [{ type: 'tool_use', id: 'toolu_1', name: 'Task', input: {} }])
  write(`${AGENTS}.jsonl`, [said(), agentCall, agentCall, said('the end')])
  // Two agents that call each other, one that calls itself, one of nobody, and one twice.
  for (const [agent, parentAgentId] of Object.entries({ a: 'b', b: 'a', c: 'c', d: 'nobody' })) {
    write(`${AGENTS}/subagents/agent-${agent}.jsonl`, [said(agent), said(`${agent} again`)])
    const meta = JSON.stringify({ toolUseId: 'toolu_1', parentAgentId })
    writeFileSync(join(project, `${AGENTS}/subagents/agent-${agent}.meta.json`), meta)
  }
  write(`${AGENTS}/subagents/below/agent-a.jsonl`, [said('another a')])
  write(`${TWICE}.jsonl`, [said(), ...Array.from({ length: 9 }, () => said('toucan', { uuid: 'the same' }))])
  archive = new Archive({
    directories: [join(folder, 'claude')],
    data: join(folder, 'data'),
    mode: 'count',
    workers: 1,
  })
  await archive.settle()
})
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

it('A line that is deeper than the stack is found, and keeps nothing else out of the index', async () => {
  expect(archive.progress).toMatchObject({ state: 'ready', problem: null })
  expect((await archive.search({ text: 'kea' })).hits).toMatchObject([{ sessionId: DEEP, tool: 'Odd' }])
  expect((await archive.search({ text: 'pelican' })).hits.length).toBe(4)
})

it.each(['UTC', 'Asia/Kathmandu'])(
  'Times that no clock has shown do not keep a report in %s from being made',
  async (timeZone) => {
    const { items } = await archive.readUsage({ by: 'day', timeZone, sessionId: TIMES })
    expect(items.map(({ key, messages }) => [key, messages])).toEqual([['1970-01-01', 5]])
  },
)

it('Counts that no message has count for nothing', async () => {
  const { totals } = await archive.readUsage({ by: 'day', sessionId: TOKENS })
  expect(totals).toMatchObject({ messages: 7, inputTokens: 3, outputTokens: 3, cacheReadTokens: 3 })
  expect(totals.costUsd).toBeGreaterThan(0)
  expect(totals.costUsd).toBeLessThan(0.01)
})

describe('Agents that call each other in circles', () => {
  it.each([1, 2, 3, 100])('are read once, in pages of %d as in one stream', async (limit) => {
    const pages: string[] = []
    for (let before: string | undefined; pages.length < 100; ) {
      const page = archive.readPage(AGENTS, { before, limit })
      pages.unshift(...(page?.items ?? []))
      if (page?.before == null) break
      before = page.before
    }
    const chunks: Buffer[] = []
    for await (const chunk of archive.stream(AGENTS) ?? []) chunks.push(chunk)
    expect(pages).toEqual(Buffer.concat(chunks).toString().split('\n').slice(0, -1))
    expect(pages.length).toBe(4 + 4 * 2)
  })
})

describe('What cannot be asked for', () => {
  it.each([0, -1, 1.5, Number.NaN])('is a page of %d', async (limit) => {
    const code = { code: 'bad_request', message: expect.stringContaining(`${limit} is no limit`) }
    await expect(archive.listSessions({ limit })).rejects.toMatchObject(code)
    await expect(archive.search({ text: 'pelican', limit })).rejects.toMatchObject(code)
    expect(() => archive.readPage(TWICE, { limit })).toThrow(expect.objectContaining(code))
    expect(() => archive.side.readPrompts({ limit })).toThrow(expect.objectContaining(code))
  })

  it('is a query that nobody types', async () => {
    await expect(archive.search({ text: 'a '.repeat(20_000) })).rejects.toMatchObject({ code: 'bad_request' })
    for (const text of ['zz '.repeat(300), `"${'b '.repeat(499)}`, 'c'.repeat(1000), '界'.repeat(1000)])
      expect((await archive.search({ text })).hits).toEqual([])
  })
})
