import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Oracle, writeDataDirectory } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Archive, type SearchHit, type SessionSummary, type Tally, type UsageBy } from './index.ts'

/**
 * What a server says about the data directory, route by route, made from nothing but the public interface. The shapes are those of
 * docs/api.md: whoever changes a field here breaks programs.
 */
let folder: string
let root: string
let oracle: Oracle
let archive: Archive
let holders: Map<string, { pid: number }>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contract-'))
  root = join(folder, 'claude')
  holders = new Map()
  oracle = await writeDataDirectory(root, { seed: 21, sessions: 60, projects: 4, bytes: 6_000_000 })
  archive = new Archive({
    directories: [root],
    data: join(folder, 'data/index'),
    mode: 'serve',
    upkeep: { folder: join(folder, 'data/archive'), isHeld: async ({ sessionId }) => holders.has(sessionId) },
  })
  await archive.settle()
})
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

function toRow(session: SessionSummary) {
  const { sessionId, title, firstPrompt, projectPath, gitBranch, messageCount, created, modified, model, tag } = session
  const { costUsd, forkedFrom, isArchived, directory, path } = session
  // Who looks for holders (`lookForHolders` of the driver) wants the transcript's own path beside the id.
  const heldBy = join(directory, path).endsWith('.jsonl') ? (holders.get(sessionId) ?? null) : null
  const known = { sessionId, title, firstPrompt, projectPath, gitBranch, messageCount, created, modified, model, tag }
  return { ...known, costUsd, forkedFrom, archived: isArchived, heldBy, live: false, status: 'idle', pending: 0 }
}

const first = <Item>(items: readonly Item[]): Item => {
  expect(items.length).toBeGreaterThan(0)
  return items[0] as Item
}
const sessionOf = (id: string) => oracle.sessions.find((session) => session.id === id) as Oracle['sessions'][number]

async function listAll(request: Parameters<Archive['listSessions']>[0] = {}) {
  const rows: ReturnType<typeof toRow>[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await archive.listSessions({ ...request, limit: 7, cursor })
    rows.push(...page.items.map(toRow))
    cursor = page.nextCursor
    if (cursor === null) return rows
  }
}

describe('GET /sessions', () => {
  it('gives every field of a row, page by page', async () => {
    const rows = await listAll()
    expect(rows.length).toBeGreaterThan(40)
    for (const row of rows) {
      const { counts } = sessionOf(row.sessionId)
      expect(row).toEqual({
        sessionId: expect.any(String),
        title: expect.any(String),
        firstPrompt: row.firstPrompt === null ? null : expect.any(String),
        projectPath: expect.stringMatching(/^\//),
        gitBranch: row.gitBranch === null ? null : expect.any(String),
        messageCount: counts.prompts + counts.assistantMessages,
        created: expect.stringMatching(/^\d{4}-.*Z$/),
        modified: expect.stringMatching(/^\d{4}-.*Z$/),
        model: row.model === null ? null : expect.any(String),
        tag: row.tag === null ? null : expect.any(String),
        costUsd: row.costUsd === null ? null : expect.any(Number),
        forkedFrom: row.forkedFrom === null ? null : { sessionId: expect.any(String), messageUuid: expect.any(String) },
        archived: expect.any(Boolean),
        heldBy: null,
        live: false,
        status: 'idle',
        pending: 0,
      })
    }
  })

  it('narrows by project, branch, tag, archive mark, words and whatever only the server knows', async () => {
    const all = await listAll()
    const some = (fits: (row: (typeof all)[number]) => boolean) => all.filter(fits).map(({ sessionId }) => sessionId)
    const asked = async (request: Parameters<Archive['listSessions']>[0]) =>
      (await listAll(request)).map(({ sessionId }) => sessionId)
    const { projectPath, gitBranch, title } = first(all.filter((row) => row.gitBranch !== null))
    const tag = first(all.filter((row) => row.tag !== null)).tag as string
    expect(await asked({ project: projectPath as string })).toEqual(some((row) => row.projectPath === projectPath))
    expect(await asked({ branch: gitBranch as string })).toEqual(some((row) => row.gitBranch === gitBranch))
    expect(await asked({ tag })).toEqual(some((row) => row.tag === tag))
    expect(await asked({ isArchived: true })).toEqual(some((row) => row.archived))
    expect(await asked({ text: title.toUpperCase() })).toContain(
      first(all.filter((row) => row.title === title)).sessionId,
    )
    const live = new Set(all.slice(3, 20).map(({ sessionId }) => sessionId))
    expect(await asked({ where: ({ sessionId }) => live.has(sessionId) })).toEqual([...live])
    expect(archive.findSession('00000000-0000-4000-8000-000000000000')).toBeNull()
  })

  it('has projects by their true paths', async () => {
    const { path, sessionCount, lastActivity } = first(await archive.listProjects())
    expect(sessionCount).toBe((await listAll({ project: path })).length)
    expect(lastActivity).toBe((await listAll({ project: path }))[0]?.modified)
  })
})

describe('GET /sessions/:id/messages', () => {
  it('gives the newest page, those before and after a uuid, and all of it as NDJSON', async () => {
    const { id } = first(oracle.sessions.filter(({ counts, subagents }) => counts.lines > 60 && subagents.length > 0))
    const newest = archive.readPage(id, { limit: 10 })
    const uuidOf = (item: string | undefined) => JSON.parse(item ?? '{}').uuid as string
    const older = archive.readPage(id, { before: uuidOf(newest?.items[0]), limit: 10 })
    const back = archive.readPage(id, { after: uuidOf(older?.items.at(-1)), limit: 10 })
    expect(back?.items.slice(0, 3)).toEqual(newest?.items.slice(0, 3))
    expect(archive.readPage(id, { before: 'no-such-message' })).toBeNull()
    const pieces: Buffer[] = []
    for await (const piece of archive.stream(id) ?? []) pieces.push(piece)
    const lines = Buffer.concat(pieces).toString().trimEnd().split('\n')
    expect(lines.at(-1)).toBe(newest?.items.at(-1))
    expect(lines.some((line) => line.startsWith('{"parent_tool_use_id":'))).toBe(true)
    expect(archive.stream('00000000-0000-4000-8000-000000000000')).toBeNull()
  })

  it('gives the tree with its branches and agents', async () => {
    const { id, branches } = first(oracle.sessions.filter(({ branches: all }) => all.length > 0))
    const tree = await archive.readTree(id)
    const { parentUuid, children } = first(branches)
    const found = tree?.nodes.filter((node) => node.parentUuid === parentUuid && node.agentId === null)
    expect(found?.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(children))
    expect(found?.filter(({ isCurrent }) => isCurrent).length).toBeLessThan(children.length)
    expect(tree?.nodes.find(({ uuid }) => uuid === tree.leaf)?.isCurrent).toBe(true)
    const { id: withAgents, subagents } = first(oracle.sessions.filter((session) => session.subagents.length > 0))
    const agents = (await archive.readTree(withAgents))?.agents.map(({ agentId, toolUseId }) => [agentId, toolUseId])
    expect(agents?.sort()).toEqual(subagents.map(({ agentId, toolUseId }) => [agentId, toolUseId]).sort())
  })
})

it('GET /search gives hits with their message, role, tool, time and a marked snippet', async () => {
  const needle = first(oracle.needles.filter(({ kind }) => kind === 'result'))
  const toItem = ({ sessionId, uuid, role, tool, snippet, atMs }: SearchHit) => {
    const title = archive.findSession(sessionId)?.title
    return { sessionId, title, uuid, role, tool, snippet, timestamp: new Date(atMs).toISOString() }
  }
  const { hits, nextCursor } = await archive.search({ text: needle.query, filter: { role: 'tool' }, limit: 5 })
  const item = toItem(first(hits))
  const [from, to] = first(item.snippet.marks)
  expect(item).toMatchObject({ title: expect.any(String), role: 'tool', tool: expect.any(String) })
  expect(item.snippet.text.slice(from, to).toLowerCase()).toBe(needle.query.toLowerCase())
  expect(nextCursor === null || typeof nextCursor === 'string').toBe(true)
})

it.each(['day', 'hour', 'model', 'project', 'session', 'tool'] satisfies UsageBy[])(
  'GET /usage by %s gives items and totals, each message once',
  async (by) => {
    const toWire = ({ cacheWrite5mTokens, cacheWrite1hTokens, ...tally }: Tally) => {
      const { messages, inputTokens, outputTokens, cacheReadTokens, costUsd } = tally
      const cacheCreationTokens = cacheWrite5mTokens + cacheWrite1hTokens
      return { messages, inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens, costUsd }
    }
    const { items, totals, unpricedModels, incomplete } = await archive.readUsage({ by, timeZone: 'Europe/Zurich' })
    const { usage } = oracle
    expect(toWire(totals)).toMatchObject({ messages: usage.total.messages, outputTokens: usage.total.outputTokens })
    expect(first(items).key).toEqual(expect.any(String))
    expect(unpricedModels).toEqual([...usage.unpricedModels].sort())
    expect(incomplete).toBeNull()
    await expect(archive.readUsage({ by, timeZone: 'Atlantis' })).rejects.toMatchObject({ code: 'bad_time_zone' })
  },
)

describe("The directory's own files", () => {
  it('GET /stats', () => {
    expect(first(archive.readStats()).stats.totalMessages).toBe(oracle.usage.total.messages)
  })

  it('GET /history pages through all prompts', () => {
    const texts: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page = archive.side.readPrompts({ limit: 9, cursor })
      texts.push(...page.items.map(({ text }) => text))
      cursor = page.nextCursor
      if (cursor === null) break
    }
    expect(texts).toHaveLength(oracle.history.prompts)
    const [word = ''] = texts.filter((text) => text.length > 10)
    expect(archive.side.readPrompts({ query: word, limit: 5 }).items.length).toBeGreaterThan(0)
    expect(() => archive.side.readPrompts({ cursor: 'x' })).toThrow(expect.objectContaining({ code: 'bad_cursor' }))
  })

  it('GET /plans and /plans/:name, with the sessions that wrote them', () => {
    const plans = archive.side.listPlans()
    expect(plans).toHaveLength(oracle.plans.length)
    for (const { file, sessionId } of oracle.plans) {
      const slug = file.slice('plans/'.length, -'.md'.length)
      expect(plans.find((plan) => plan.slug === slug)?.sessionIds).toContain(sessionId)
      expect(archive.side.readPlan(slug)).toBe(readFileSync(join(root, file), 'utf8'))
    }
    expect(archive.side.readPlan('none')).toMatchObject({ kind: 'missing' })
  })

  it('GET /settings', () => {
    const { settings, provenance, layers } = archive.side.readSettings(first(oracle.projects).path)
    expect([typeof settings, typeof provenance, layers.length > 2]).toEqual(['object', 'object', true])
  })

  it('GET /paste/:hash', () => {
    expect(archive.side.readPaste(first(oracle.history.pastes).hash)).toEqual(expect.any(String))
    expect(archive.side.readPaste('../x')).toMatchObject({ kind: 'refused' })
  })

  it('GET /commands', () => {
    const project = join(folder, 'project')
    mkdirSync(join(project, '.claude/commands'), { recursive: true })
    writeFileSync(
      join(project, '.claude/commands/fix.md'),
      '---\ndescription: Fixes\nargument-hint: "[issue]"\n---\nFix $1',
    )
    const { commands, agents } = archive.side.findCommands(project)
    const wanted = { name: 'fix', kind: 'command', description: 'Fixes', argumentHint: '[issue]' }
    expect(commands).toEqual(expect.arrayContaining([expect.objectContaining(wanted)]))
    expect(agents).toBeInstanceOf(Array)
  })
})

describe('What a session left beside its transcript', () => {
  it('GET /sessions/:id/todos', async () => {
    for (const { sessionId, items } of oracle.todos) {
      const [list] = (await archive.side.readTodos(sessionId)) ?? []
      expect(list?.items.map(({ subject, status }) => ({ subject, status }))).toEqual(
        items.map(({ content, status }) => ({ subject: content, status })),
      )
    }
    rmSync(join(root, 'todos'), { recursive: true })
    for (const { sessionId, items } of oracle.todos) {
      const [list] = (await archive.side.readTodos(sessionId)) ?? []
      expect(list).toMatchObject({ source: 'transcript', items: items.map(({ content }) => ({ subject: content })) })
    }
    expect(await archive.side.readTodos('00000000-0000-4000-8000-000000000000')).toBeNull()
  })

  it('GET /sessions/:id/debug', () => {
    const { id } = first(oracle.sessions)
    mkdirSync(join(root, 'debug'), { recursive: true })
    writeFileSync(join(root, `debug/${id}.txt`), 'one\ntwo\n')
    expect(archive.side.readDebugLog(id)).toMatchObject({ kind: 'tail', text: 'one\ntwo\n' })
    expect(archive.side.readDebugLog('00000000-0000-4000-8000-000000000000')).toMatchObject({ kind: 'missing' })
  })

  it('GET /sessions/:id/file-history gives every version, its content and diffs; restoring says first what it would do', async () => {
    const bySession = Map.groupBy(oracle.fileVersions, ({ sessionId }) => sessionId)
    for (const [sessionId, wanted] of bySession) {
      const found = (await archive.side.listFileVersions(sessionId)) ?? []
      const known = found.map(({ path, sha256 }) => `${path} ${sha256}`)
      const { projectPath } = sessionOf(sessionId)
      for (const { path, sha256 } of wanted) expect(known).toContain(`${join(projectPath, path)} ${sha256}`)
    }
    const [sessionId] = first([...bySession])
    const versions = (await archive.side.listFileVersions(sessionId)) ?? []
    const byPath = [...Map.groupBy(versions, ({ path }) => path)]
    const twice = first(byPath.filter(([, all]) => new Set(all.map(({ sha256 }) => sha256)).size > 1))
    const [old, next] = [twice[1][0]?.name ?? '', twice[1].at(-1)?.name ?? '']
    expect(await archive.side.diffFileVersions(sessionId, old, next)).toMatchObject({ kind: 'diff' })
    expect(await archive.side.diffFileVersions(sessionId, old, 'none')).toMatchObject({ kind: 'missing' })
    expect(await archive.side.readFileVersion(sessionId, 'none')).toMatchObject({ kind: 'missing' })
  })

  it('POST /sessions/:id/file-history/:name/restore writes into the project, and not over what nobody knows', async () => {
    const id = '11111111-2222-4333-8444-555555555555'
    const project = join(folder, 'work')
    const path = join(project, 'a.txt')
    mkdirSync(project)
    writeFileSync(path, 'two\n')
    const transcript = join(root, `projects/-work/${id}.jsonl`)
    mkdirSync(dirname(transcript))
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
    const envelope = { sessionId: id, cwd: project, timestamp: '2026-11-15T10:00:00.000Z' }
    const line = {
      ...{ type: 'user', uuid: '00000000-0000-4000-8000-000000000001', ...envelope },
      message: { role: 'user', content: [result] },
      toolUseResult: { filePath: path, oldString: 'one', newString: 'two', originalFile: 'one\n', replaceAll: false },
    }
    writeFileSync(transcript, `${JSON.stringify(line)}\n`)
    await archive.settle()
    const name = 'toolu_1@before'
    const dry = await archive.side.restoreFileVersion(id, name, { isDryRun: true })
    expect(dry).toMatchObject({ kind: 'would-restore', diff: { kind: 'diff', added: 1, removed: 1 } })
    expect(readFileSync(path, 'utf8')).toBe('two\n')
    writeFileSync(path, 'by hand\n')
    expect(await archive.side.restoreFileVersion(id, name)).toMatchObject({ kind: 'changed' })
    expect(await archive.side.restoreFileVersion(id, name, { to: '../out.txt' })).toMatchObject({ kind: 'refused' })
    // Where no file is, none is lost; where there is one of which nothing is known, it stays.
    expect(await archive.side.restoreFileVersion(id, name, { to: 'sub/new.txt' })).toMatchObject({ kind: 'restored' })
    expect(readFileSync(join(project, 'sub/new.txt'), 'utf8')).toBe('one\n')
    writeFileSync(join(project, 'mine.txt'), 'mine\n')
    expect(await archive.side.restoreFileVersion(id, name, { to: 'mine.txt' })).toMatchObject({ kind: 'refused' })
    writeFileSync(path, 'two\n')
    expect(await archive.side.restoreFileVersion(id, name)).toMatchObject({ kind: 'restored' })
    expect(readFileSync(path, 'utf8')).toBe('one\n')
  })
})

it('PATCH and POST /keep change what the list says', async () => {
  const { sessionId } = first((await archive.listSessions({ limit: 1 })).items)
  holders.set(sessionId, { pid: 1 })
  const change = { title: 'Mine', tag: 'x', isArchived: true }
  expect(await archive.upkeep.change(sessionId, change)).toEqual({ kind: 'pending' })
  expect(archive.findSession(sessionId)).toMatchObject({ title: expect.any(String), tag: 'x', isArchived: true })
  holders.clear()
  expect((await archive.upkeep.run()).written).toHaveLength(3)
  expect(archive.findSession(sessionId)).toMatchObject({ tag: 'x', isArchived: true })
  expect(await archive.upkeep.keep(sessionId)).toMatchObject({ kind: 'kept' })
  expect(archive.findSession(sessionId)).toMatchObject({ isKept: true, deletedFrom: expect.stringMatching(/Z$/) })
})
