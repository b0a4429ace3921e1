import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Oracle, writeDataDirectory } from '@quarterdeck/testkit'
import { toTitle } from '@quarterdeck/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Archive } from './archive.ts'
import type { SearchPage } from './search/searcher.ts'
import type { SessionSummary } from './sessions/session-summary.ts'

let folder: string
let root: string
let oracle: Oracle
let archive: Archive

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  root = join(folder, 'claude')
  oracle = await writeDataDirectory(root, { seed: 7, sessions: 60, projects: 4, bytes: 9_000_000 })
  archive = new Archive({ directories: [root], data: join(folder, 'data'), mode: 'serve', isIndexing: false })
})
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Work of agents alone is listed too; what goes on in another session is not. */
const listed = () => oracle.sessions.filter((session) => session.isListed || session.continuedIn === undefined)

async function listAll(of = archive): Promise<Map<string, SessionSummary>> {
  const { items } = await of.listSessions({ limit: Number.POSITIVE_INFINITY, withHidden: true })
  return new Map(items.map((item) => [item.sessionId, item]))
}

/** What the oracle says of a session, in the words of a summary. */
function toExpected(id: string) {
  const session = oracle.sessions.find((one) => one.id === id) as Oracle['sessions'][number]
  const { title } = session
  return {
    title:
      title === null
        ? expect.any(String)
        : toTitle({ agentName: session.agentName ?? undefined, customTitle: title.text, firstPrompt: title.text }),
    firstPrompt: session.firstPrompt === null ? expect.anything() : session.firstPrompt.slice(0, 1000).trim(),
    projectPath: session.projectPath,
    gitBranch: session.gitBranch,
    model: session.model,
    version: session.version,
    tag: session.tag,
    agentName: session.agentName,
    agentColor: session.agentColor,
    isArchived: session.isArchived,
    created: new Date(session.createdMs).toISOString(),
    modified: new Date(session.modifiedMs).toISOString(),
    size: session.bytes,
    subagentCount: session.subagents.length,
    continuedIn: session.continuedIn ?? null,
    pullRequest: session.pullRequest && { number: session.pullRequest.number, url: session.pullRequest.url },
  }
}

const isSame = (hit: { sessionId: string; uuid: string }, other: { sessionId: string; uuid: string }) =>
  hit.sessionId === other.sessionId && hit.uuid === other.uuid

async function searchAll(of: Archive, text: string): Promise<SearchPage['hits']> {
  const hits: SearchPage['hits'] = []
  for (let cursor: string | null = null; ; ) {
    const page: SearchPage = await of.search({ text, limit: 5, cursor })
    hits.push(...page.hits)
    cursor = page.nextCursor
    if (cursor === null) return hits
  }
}

async function expectNeedles(of: Archive): Promise<void> {
  for (const { kind, query, hits } of oracle.needles) {
    const found = await searchAll(of, kind === 'phrase' ? `"${query}"` : query)
    const expected = hits.map(({ sessionId, uuid }) => `${sessionId} ${uuid}`).sort()
    expect(found.map(({ sessionId, uuid }) => `${sessionId} ${uuid}`).sort(), query).toEqual(expected)
    for (const { snippet } of found) {
      const marked = snippet.marks.map(([from, to]) => snippet.text.slice(from, to).toLowerCase())
      expect(marked.length, query).toBeGreaterThan(0)
      expect(query.toLowerCase()).toContain(marked[0]?.split(' ')[0])
    }
  }
  for (const { query } of oracle.decoys) expect((await of.search({ text: query })).hits, query).toEqual([])
}

describe('Usage that cannot be counted', () => {
  const read = async (worker: string) => {
    const options = { directories: [root], data: join(folder, 'broken'), mode: 'count', workers: 1 } as const
    const path = join(folder, 'worker.mjs')
    writeFileSync(path, worker)
    const broken = new Archive({ ...options, workerUrl: pathToFileURL(path) })
    try {
      return await broken.readUsage({ by: 'day' })
    } finally {
      await broken.close()
    }
  }

  it('says so when workers fail', async () => {
    const { totals, incomplete } = await read('throw new Error("no memory left")')
    expect([totals.messages, incomplete]).toEqual([0, expect.stringContaining('no memory left')])
  })

  it('says so when files cannot be read, each time it is asked', async () => {
    const packed = '{ files: "[]", messageCounts: [], keys: "", models: [], numbers: new Float64Array(0) }'
    const answer = `for (const answer of [{ packed: ${packed} }, { counted: new TextEncoder().encode("[]") }]) process.send(answer)`
    const worker = `process.on("message", () => { ${answer} })`
    const { incomplete } = await read(worker)
    expect(incomplete).toMatch(/projects\/.*\.jsonl and \d+ more cannot be read$/)
  })
})

describe('An archive without an index', () => {
  it('lists every session there is, newest first, and nothing else', async () => {
    const { items, total } = await archive.listSessions({ limit: 1000 })
    expect(items.map((item) => item.sessionId).sort()).toEqual(
      listed()
        .map(({ id }) => id)
        .sort(),
    )
    expect(items.map((item) => item.modified)).toEqual(
      items
        .map((item) => item.modified)
        .sort()
        .reverse(),
    )
    expect(total).toBe(items.length)
  })

  it('knows from the ends of a transcript what the oracle knows', async () => {
    const sessions = await listAll()
    expect(sessions.size).toBe(oracle.sessions.length)
    for (const { id } of oracle.sessions) expect(sessions.get(id), id).toMatchObject(toExpected(id))
  })

  it('gives the list page by page, each session once', async () => {
    const ids: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await archive.listSessions({ limit: 7, cursor })
      ids.push(...page.items.map((item) => item.sessionId))
      cursor = page.nextCursor
      if (cursor === null) break
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(listed().length)
  })

  it('refuses what is no cursor', async () => {
    const refusal = expect.objectContaining({ name: 'ArchiveError', code: 'bad_cursor' })
    await expect(archive.listSessions({ cursor: 'garbage' })).rejects.toEqual(refusal)
    await expect(archive.search({ text: 'x', cursor: 'garbage' })).rejects.toEqual(refusal)
  })

  it('finds every needle by looking through the files, and no decoy', async () => {
    await expectNeedles(archive)
  })

  it('lists projects by their true paths', async () => {
    const projects = await archive.listProjects()
    const expected = oracle.projects.filter(({ path }) => listed().some(({ projectPath }) => projectPath === path))
    expect(projects.map(({ path }) => path).sort()).toEqual(expected.map(({ path }) => path).sort())
  })
})

describe('An archive with an index', () => {
  beforeAll(() => archive.settle())

  it('counts what the oracle counted', async () => {
    const sessions = await listAll()
    for (const { id, counts, ownUsage } of oracle.sessions) {
      const summary = sessions.get(id) as SessionSummary
      expect(summary, id).toMatchObject(toExpected(id))
      expect(summary.promptCount, id).toBe(counts.prompts)
      expect(summary.messageCount, id).toBe(counts.prompts + counts.assistantMessages)
      expect(summary.toolCallCount, id).toBe(counts.toolCalls)
      expect(summary.costUsd ?? 0, id).toBeCloseTo(ownUsage.usd, 9)
      // A torn end may still become a line: it is not counted before it is one.
      const isTorn = oracle.damage.some(({ file, kind }) => file === summary.path && /torn|cut/.test(kind))
      expect(summary.damagedLines, id).toBe(counts.damagedLines - Number(isTorn))
    }
  })

  it('knows which sessions are copies, and up to which message', async () => {
    const sessions = await listAll()
    const forks = [...sessions.values()].filter(({ forkedFrom }) => forkedFrom !== null)
    const expected = oracle.sessions.filter(({ copyOf }) => copyOf !== null)
    expect(expected.length).toBeGreaterThan(1)
    expect(forks.map(({ sessionId }) => sessionId).sort()).toEqual(expected.map(({ id }) => id).sort())
    for (const { id, copyOf } of expected) {
      expect(sessions.get(id)?.forkedFrom).toEqual({ sessionId: copyOf?.sessionId, messageUuid: expect.any(String) })
    }
  })

  it('finds every needle, and no decoy', async () => {
    expect((await archive.search({ text: 'x' })).unindexedFiles).toBe(0)
    await expectNeedles(archive)
  })

  it('narrows a search by project, role, tool, branch, session and time', async () => {
    const needle = oracle.needles.find(({ kind }) => kind === 'result') as Oracle['needles'][number]
    const hit = needle.hits[0] as (typeof needle.hits)[number]
    const session = oracle.sessions.find(({ id }) => id === hit.sessionId) as Oracle['sessions'][number]
    const count = async (filter: object) => {
      const { hits } = await archive.search({ text: needle.query, filter })
      return hits.filter((found) => isSame(found, hit)).length
    }
    const at = (await archive.search({ text: needle.query })).hits.find((found) => isSame(found, hit))?.atMs ?? 0
    expect(await count({ project: session.projectPath, role: 'tool', tool: 'Bash', sessionId: session.id })).toBe(1)
    expect(await count({ sinceMs: at, untilMs: at + 1 })).toBe(1)
    expect(await count({ project: '/nowhere' })).toBe(0)
    expect(await count({ role: 'user' })).toBe(0)
    expect(await count({ tool: 'Read' })).toBe(0)
    expect(await count({ branch: 'no-such-branch' })).toBe(0)
    expect(await count({ sinceMs: at + 1 })).toBe(0)
    expect(await count({ untilMs: at })).toBe(0)
  })

  it.each(['"', '*', 'a AND', 'NEAR(', 'text:', '{', "'; DROP TABLE words; --", '""', '^', '-', 'a OR b', '\0', '\\'])(
    'takes %j for a text, not for an order',
    async (text) => {
      expect((await archive.search({ text })).hits).toBeInstanceOf(Array)
    },
  )

  it('uses what the oracle used, by day, hour, model, project, session and tool', async () => {
    const { usage, tools } = oracle
    const { timeZone } = usage.local
    const toNumbers = (tally: typeof usage.total) => ({
      messages: tally.messages,
      inputTokens: tally.inputTokens,
      outputTokens: tally.outputTokens,
      cacheWrite5mTokens: tally.cacheWrite5mTokens,
      cacheWrite1hTokens: tally.cacheWrite1hTokens,
      cacheReadTokens: tally.cacheReadTokens,
      webSearches: tally.webSearches,
      unpricedMessages: tally.unpricedMessages,
      costUsd: expect.closeTo(tally.usd, 6),
    })
    const toItems = (tallies: Record<string, typeof usage.total>) =>
      Object.fromEntries(Object.entries(tallies).map(([key, tally]) => [key, { key, ...toNumbers(tally) }]))
    const read = async (by: 'day' | 'hour' | 'model' | 'project' | 'session' | 'tool', zone = timeZone) => {
      const report = await archive.readUsage({ by, timeZone: zone })
      expect(report.totals).toEqual(toNumbers(usage.total))
      expect(report.unpricedModels).toEqual([...usage.unpricedModels].sort())
      for (const { key, unpricedMessages, unpricedModels = [] } of by === 'tool' ? [] : report.items) {
        expect(unpricedModels.length > 0, `${by} ${key}`).toBe(unpricedMessages > 0)
        expect(usage.unpricedModels).toEqual(expect.arrayContaining(unpricedModels))
        if (by === 'model' && unpricedMessages > 0) expect(unpricedModels).toEqual([key])
      }
      return Object.fromEntries(report.items.map(({ unpricedModels: _, ...item }) => [item.key, item]))
    }
    expect(await read('day')).toEqual(toItems(usage.local.byDay))
    expect(await read('hour')).toEqual(toItems(usage.local.byHour))
    expect(await read('day', 'UTC')).toEqual(toItems(usage.utc.byDay))
    expect(await read('hour', 'UTC')).toEqual(toItems(usage.utc.byHour))
    expect(await read('model')).toEqual(toItems(usage.byModel))
    expect(await read('project')).toEqual(toItems(usage.byProject))
    const own = oracle.sessions.filter(({ ownUsage }) => ownUsage.messages > 0)
    expect(await read('session')).toEqual(toItems(Object.fromEntries(own.map(({ id, ownUsage }) => [id, ownUsage]))))
    const byTool = await read('tool')
    expect(
      Object.fromEntries(Object.entries(byTool).map(([key, { calls, errors }]) => [key, { calls, errors }])),
    ).toEqual(tools)
  })

  it('knows the active days, their runs, and the longest session', async () => {
    const { longest, streaks } = oracle
    expect(await archive.readActivity(oracle.usage.local.timeZone)).toMatchObject({
      ...streaks.local,
      sessionCount: oracle.sessions.length,
      longestSession: { sessionId: longest.byDuration },
      mostPrompts: { sessionId: longest.byPrompts },
    })
    expect(archive.readStats()[0]?.stats.totalMessages).toBe(oracle.usage.total.messages)
  })
})
