import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Archive, type SessionEvent } from '@quarterdeck/archive'
import {
  CLI_VERSIONS,
  countWithCcusage,
  listSdkSessions,
  type Oracle,
  ScenarioCli,
  startScriptedModel,
  writeDataDirectory,
} from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root as clone } from '../../scripts/root.ts'
import { writeRecordedDirectory } from './archive-stage.ts'

const TIME_ZONE = 'America/St_Johns'
let folder: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-archive-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

async function withArchive<Result>(directories: string[], act: (archive: Archive) => Promise<Result>): Promise<Result> {
  const data = mkdtempSync(join(folder, 'data-'))
  const archive = new Archive({ directories, data, mode: 'count' })
  try {
    return await act(archive)
  } finally {
    await archive.close()
  }
}

/** Every session of the SDK is there, and what is there besides is nothing the SDK would want to list. */
async function expectSdkSessions(root: string): Promise<void> {
  const { ids } = await listSdkSessions(root)
  const ours = await withArchive([root], async (archive) => {
    const [listed, all] = [
      await archive.listSessions({ limit: 1e6 }),
      await archive.listSessions({ limit: 1e6, withHidden: true }),
    ]
    return { listed: listed.items, all: all.items }
  })
  const known = new Set(ours.listed.map(({ sessionId }) => sessionId))
  expect(ids.filter((id) => !known.has(id))).toEqual([])
  expect(ids.length).toBeGreaterThan(10)
  // Only commands, no prompt: the SDK leaves these out, and people may still look for them.
  const extras = ours.listed.filter(({ sessionId }) => !ids.includes(sessionId))
  expect(extras.filter(({ promptCount, isSidechain }) => (promptCount ?? 0) > 0 && !isSidechain)).toEqual([])
  expect(ours.all.filter(({ sessionId }) => !known.has(sessionId)).every(({ continuedIn }) => continuedIn)).toBe(true)
}

/** By day and model, in a zone with half an hour and a summer time. */
async function expectCcusage(root: string, withCosts: boolean): Promise<void> {
  const theirs = await countWithCcusage(root, TIME_ZONE)
  const { byDay, byModel } = await withArchive([root], async (archive) => ({
    byDay: await archive.readUsage({ by: 'day', timeZone: TIME_ZONE }),
    byModel: await archive.readUsage({ by: 'model', timeZone: TIME_ZONE }),
  }))
  const ours = byDay.items.map((item) => ({
    date: item.key,
    inputTokens: item.inputTokens,
    outputTokens: item.outputTokens,
    cacheCreationTokens: item.cacheWrite5mTokens + item.cacheWrite1hTokens,
    cacheReadTokens: item.cacheReadTokens,
  }))
  expect(ours.length).toBeGreaterThan(0)
  expect(theirs.daily).toMatchObject(ours)
  const priced = new Map<string, number>()
  for (const { modelName, cost } of theirs.daily.flatMap((day) => day.modelBreakdowns))
    priced.set(modelName, (priced.get(modelName) ?? 0) + cost)
  // Of models that it has no price for, ccusage says 0; searches of the API it does not count.
  for (const { key, costUsd, webSearches } of byModel.items) {
    const cost = priced.get(key) ?? 0
    if (withCosts && cost > 0) expect(costUsd - webSearches * 0.01, key).toBeCloseTo(cost, 6)
  }
}

/** Without what ccusage counts in another way: see docs/archive.md. */
function makePlain(root: string): void {
  for (const path of globSync(join(root, 'projects/**/*.jsonl')).filter((file) => statSync(file).isFile())) {
    const lines = readFileSync(path, 'utf8').split('\n')
    const plain = lines
      .filter((line) => !line.includes('"agent_progress"'))
      .map((line) => {
        const isBilled =
          line.includes('"type":"assistant"') && line.includes('"usage":{') && !line.includes('"requestId"')
        return isBilled ? line.replace('"type":"assistant"', '"requestId":"req_made_up","type":"assistant"') : line
      })
    writeFileSync(path, plain.join('\n'))
  }
}

describe('A generated data directory', () => {
  let root: string
  let oracle: Oracle
  beforeAll(async () => {
    root = join(folder, 'generated')
    oracle = await writeDataDirectory(root, { seed: 23, sessions: 60, projects: 4, bytes: 8_000_000 })
  })

  it('is listed as the Agent SDK lists it', () => expectSdkSessions(root))

  it('shows in a terminal what it shows to programs', async () => {
    const data = join(folder, 'terminal')
    const flags = ['--claude-dir', root, '--data', data]
    const sessions = await run(['sessions', '--json', '--all', ...flags])
    expect(JSON.parse(sessions.stdout).items.length).toBe(oracle.sessions.length)
    const counted = "come with 'quarterdeck usage'"
    expect((await run(['sessions', ...flags])).stdout).toContain(counted)
    const usage = await run(['usage', '--json', '--by', 'model', '--tz', 'UTC', ...flags])
    expect(JSON.parse(usage.stdout).totals.outputTokens).toBe(oracle.usage.total.outputTokens)
    expect((await run(['sessions', ...flags])).stdout).not.toContain(counted)
    const needle = oracle.needles.find(({ kind }) => kind === 'result') as Oracle['needles'][number]
    const search = await run(['search', needle.query, '--json', ...flags])
    expect(JSON.parse(search.stdout).items).toMatchObject(needle.hits.map(({ uuid }) => ({ uuid, role: 'tool' })))
    const table = await run(['search', needle.query, ...flags])
    expect([table.code, table.stderr]).toEqual([0, ''])
    expect(table.stdout).toContain(`[${needle.query}]`)
    // Nobody looks at a pipe: no colour.
    expect(table.stdout).not.toContain('\u001b')
  })

  it.each([
    [['sessions', '--fly'], /^There is no flag '--fly'.*\n$/],
    [['sessions', '--limit', 'many'], /^--limit takes a number.*\n$/],
    [['search', 'x'.repeat(1001)], /The query has 1001 characters.*\n$/],
    [['search'], /^What is to be found\?.*\n$/],
    [['search', 'x', '--role', 'cook'], /^--role is one of.*\n$/],
    [['usage', '--by', 'moon'], /^--by is one of.*\n$/],
    [['usage', '--tz', 'Atlantis/Capital'], /^There is no time zone.*\n$/],
    [['usage', '--since', 'yesterday'], /^--since takes a day.*\n$/],
  ])('ends %j with 2 and one line', async (args, expected) => {
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(expected)
  })

  it('uses what ccusage counts', async () => {
    makePlain(root)
    await expectCcusage(root, true)
  })
})

describe.each(CLI_VERSIONS)('What the real CLI %s left behind', (version) => {
  let root: string
  let paths: string[]
  beforeAll(() => {
    root = join(folder, `recorded-${version}`)
    paths = writeRecordedDirectory(root, version)
  })

  it('is listed, every session of it, as the Agent SDK lists it', async () => {
    await expectSdkSessions(root)
    const { items } = await withArchive([root], (archive) => archive.listSessions({ limit: 1e6, withHidden: true }))
    expect(items.map(({ path }) => path).sort()).toEqual(paths.sort())
    // A prompt that a hook refused leaves a transcript in which nothing was said.
    const said = items.filter(({ path }) => readFileSync(join(root, path), 'utf8').includes('"cwd"'))
    expect(items.length - said.length).toBeLessThan(3)
    for (const item of said)
      expect(item).toMatchObject({ projectPath: expect.stringMatching(/^\/home\/user/), version })
  })

  // Without costs: for prompts over 200,000 tokens ccusage takes a price that the CLI does not.
  it('uses what ccusage counts', () => expectCcusage(root, false))

  it('knows its forks, and up to which message they repeat their origin', async () => {
    const sessions = await withArchive([root], async (archive) => {
      await archive.settle()
      return (await archive.listSessions({ limit: 1e6 })).items.filter(({ path }) => path.includes('-fork'))
    })
    const forks = sessions.filter(({ forkedFrom }) => forkedFrom !== null)
    expect([sessions.length, forks.length]).toEqual([4, 2])
    for (const { forkedFrom, path } of forks) {
      const origin = sessions.find(({ sessionId }) => sessionId === forkedFrom?.sessionId)
      const uuids = (file = '') => {
        const lines = readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
        return lines
          .map((line) => JSON.parse(line))
          .filter(({ type }) => type === 'user' || type === 'assistant')
          .map(({ uuid }) => uuid)
      }
      const shared = uuids(path).filter((uuid) => uuids(origin?.path).includes(uuid))
      expect(shared.at(-1)).toBe(forkedFrom?.messageUuid)
    }
  })

  it('is read page by page from either end as it is streamed, every line once', async () => {
    await withArchive([root], async (archive) => {
      for (const path of paths) {
        const sessionId = basename(path, '.jsonl')
        const files = [path, ...globSync(`${path.slice(0, -'.jsonl'.length)}/subagents/**/*.jsonl`, { cwd: root })]
        const written = files.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
        const streamed = await readStream(archive, sessionId)
        const bare = streamed.map((line) => line.replace(/^\{"parent_tool_use_id":"[^"]+",/, '{'))
        expect(bare.sort(), path).toEqual(written.filter((line) => line !== '').sort())
        for (const limit of [1, 7]) expect(readPages(archive, sessionId, 'before', limit), path).toEqual(streamed)
        // Agents whose calls are not known come first of all, and nothing is behind the beginning but the first line.
        const forward = readPages(archive, sessionId, 'after', 7)
        expect(forward, path).toEqual(streamed.slice(-forward.length))
      }
    })
  })

  it('is found, whatever was said in it', async () => {
    await withArchive([root], async (archive) => {
      await archive.settle()
      let count = 0
      for (const path of paths) {
        const sessionId = basename(path, '.jsonl')
        for (const { uuid, text } of toTexts(await readStream(archive, sessionId))) {
          const words = (text.match(/[\w-]+/g) ?? []).slice(0, 3).join(' ')
          const { hits } = await archive.search({ text: words, filter: { sessionId }, limit: 1000 })
          expect(
            hits.map((hit) => hit.uuid),
            `${words} in ${path}`,
          ).toContain(uuid)
          count++
        }
      }
      expect(count).toBeGreaterThan(100)
    })
  })

  it('has its subagents behind their calls', async () => {
    const agents = globSync('projects/**/subagents/agent-*.jsonl', { cwd: root })
    expect(agents.length).toBeGreaterThan(0)
    await withArchive([root], async (archive) => {
      for (const path of agents) {
        const sessionId = path.split('/').at(-3) as string
        const items = archive.readPage(sessionId, { limit: 10_000 })?.items ?? []
        const agentId = basename(path).slice('agent-'.length, -'.jsonl'.length)
        const own = items.filter((item) => JSON.parse(item).agentId === agentId && JSON.parse(item).isSidechain)
        expect(own.length, path).toBeGreaterThan(0)
        for (const item of own) expect(item, path).toMatch(/^\{"parent_tool_use_id":"toolu_/)
      }
    })
  })
})

/** The lines of a session, going from page to page. */
function readPages(archive: Archive, sessionId: string, direction: 'before' | 'after', limit: number): string[] {
  const read: string[] = []
  for (let place: string | undefined = direction === 'after' ? '@:0' : undefined; ; ) {
    const page = archive.readPage(sessionId, { limit, [direction]: place })
    if (page === null) throw new Error(`${sessionId} has no place ${place}`)
    if (direction === 'before') read.unshift(...page.items)
    else read.push(...page.items)
    const next: string | null = page[direction]
    if (next === null || (direction === 'after' && page.items.length === 0)) return read
    expect(next, 'the next page is another one').not.toBe(place)
    expect(read.length, 'pages come to an end').toBeLessThan(10_000)
    place = next
  }
}

async function readStream(archive: Archive, sessionId: string): Promise<string[]> {
  const chunks: Buffer[] = []
  for await (const chunk of archive.stream(sessionId) ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString().split('\n').slice(0, -1)
}

/** What people would look for, of each line that somebody said; without what the CLI says in their name. */
function toTexts(lines: readonly string[]): { uuid: string; text: string }[] {
  return lines.flatMap((raw) => {
    const { type, uuid, isMeta, isCompactSummary, message } = JSON.parse(raw)
    if (isMeta || isCompactSummary || (type !== 'user' && type !== 'assistant')) return []
    const blocks = typeof message.content === 'string' ? [{ text: message.content }] : message.content
    return blocks.flatMap((block: Record<string, unknown>) => {
      const texts = [block.text, block.thinking, block.content, ...Object.values(block.input ?? {})]
      const text = texts.find((one) => typeof one === 'string' && /^\s*\w/.test(one)) as string | undefined
      return text === undefined ? [] : [{ uuid, text }]
    })
  })
}

describe.each(CLI_VERSIONS)('A real CLI %s that somebody uses in a terminal', (version) => {
  it('is followed line by line, listed, found and counted', async () => {
    const home = realpathSync(mkdtempSync(join(folder, 'home-')))
    const root = join(home, '.claude')
    const model = await startScriptedModel()
    const cli = new ScenarioCli({ version, home, model })
    const archive = new Archive({ directories: [root], data: mkdtempSync(join(folder, 'data-')), mode: 'serve' })
    const heard: string[] = []
    let stop: (() => void) | undefined
    try {
      await cli.start()
      stop = archive.followSession(cli.sessionId, {}, (event: SessionEvent) => {
        if (event.kind === 'lines') heard.push(...event.lines)
      })
      await cli.turn('What is a zebrafinch?', [{ text: 'A small bird.' }])
      await cli.until(() => heard.some((line) => line.includes('A small bird.')), 'the answer is heard')
      await cli.turn('And a quokka?', [{ text: 'A marsupial.' }])
      await cli.stop()
      await cli.until(() => heard.length === cli.transcript().length, 'every line is heard')
      expect(heard.map((line) => JSON.parse(line))).toEqual(cli.transcript())
      // A line is heard a moment before the size of its file is known.
      archive.lookAt(cli.sessionId)
      const { hits } = await archive.search({ text: 'zebrafinch' })
      expect(hits).toMatchObject([{ sessionId: cli.sessionId, role: 'user' }])
      expect(archive.findSession(cli.sessionId)).toMatchObject({ firstPrompt: 'What is a zebrafinch?', version })
      expect((await archive.readUsage({ by: 'session' })).items).toMatchObject([{ key: cli.sessionId, messages: 2 }])
    } finally {
      stop?.()
      if (cli.isRunning) await cli.stop({})
      await archive.close()
      await model.close()
    }
  })
})

const MAIN = join(clone, 'packages/server/src/main.ts')

async function run(args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { HOME: folder, PATH: '/usr/bin:/bin', QUARTERDECK_DATA: join(folder, 'other-data') }
  const child = spawn(process.execPath, [MAIN, ...args], { env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, stdout, stderr }
}
