import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { toScriptedPrompt, writeSession } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PICTURED, ReadingStage } from '../../faults/reading-stage.ts'
import { errorOf } from '../stages/fake-cli-stage.ts'

let stage: ReadingStage
beforeAll(async () => {
  stage = await ReadingStage.set({ sessions: 40, bytes: 4_000_000 })
})
afterAll(() => stage.clear())

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}
type Message = Record<string, unknown> & { uuid?: string; type: string }

const of = (id: string) => `/api/claude/sessions/${id}`

async function readPages<Item>(path: string): Promise<Item[]> {
  const items: Item[] = []
  const join = path.includes('?') ? '&' : '?'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Item> = await stage.json(
      `${path}${cursor === '' ? '' : `${join}cursor=${encodeURIComponent(cursor)}`}`,
    )
    items.push(...page.items)
    cursor = page.nextCursor
    if (items.length > 100_000) throw new Error(`${path} has no end`)
  }
  return items
}

/** A long one without agents and without damage: its file is what is to be read. */
function findPlain() {
  const plain = stage.oracle.sessions.filter(
    ({ subagents, counts }) => subagents.length === 0 && counts.damagedLines === 0,
  )
  const [longest] = plain.toSorted((one, other) => other.counts.lines - one.counts.lines)
  if (longest === undefined) throw new Error('There is no plain session.')
  const lines = readFileSync(join(stage.claude, longest.file), 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  return { id: longest.id, lines }
}

describe('messages over HTTP', () => {
  it('come in answers of bounded size, however large each is, and none is left out', async () => {
    const large = 'word '.repeat(300_000)
    const { sessionId, uuids } = writeSession(stage.home, stage.project, 12, (line) => `${line} ${large}`)
    const whole: (string | undefined)[] = []
    let pages = 0
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
      const { body } = await stage.askPlainly(`${of(sessionId)}/messages${query}`)
      expect(body.length).toBeLessThanOrEqual(8 * 1024 * 1024 + 1000)
      const page: Page<Message> = JSON.parse(body.toString())
      whole.unshift(...page.items.map(({ uuid }) => uuid))
      cursor = page.nextCursor
    }
    expect(whole).toEqual(uuids)
    // Five of a megabyte and a half each.
    expect(pages).toBe(5)
  })

  it('are the bytes of the transcript, whole and page by page', async () => {
    const { id, lines } = findPlain()
    const all = await (await stage.ask(`${of(id)}/messages?all=1`)).text()
    expect(all.trimEnd().split(/\r?\n/)).toEqual(lines)
    const newest = await stage.askPlainly(`${of(id)}/messages?limit=10`)
    expect(newest.body.toString()).toContain(`${lines.at(-1)}],"nextCursor"`)
    const paged: Message[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: Page<Message> = await stage.json(`${of(id)}/messages?limit=25${query}`)
      paged.unshift(...page.items)
      cursor = page.nextCursor
    }
    expect(paged).toEqual(lines.map((line) => JSON.parse(line)))
  })

  it('go on from a uuid in both directions', async () => {
    const { id, lines } = findPlain()
    const messages = lines.map((line) => JSON.parse(line) as Message)
    const at = messages.findIndex(({ uuid }, index) => uuid !== undefined && index > messages.length / 2)
    const uuid = messages[at]?.uuid ?? ''
    const after = await stage.json<Page<Message>>(`${of(id)}/messages?after=${uuid}&limit=5`)
    const before = await stage.json<Page<Message>>(`${of(id)}/messages?before=${uuid}&limit=5`)
    expect(after.items).toEqual(messages.slice(at + 1, at + 1 + after.items.length))
    expect(before.items).toEqual(messages.slice(at - before.items.length, at))
    expect(await stage.json(`${of(id)}/messages/${uuid}`)).toEqual(messages[at])
    // A cursor goes on from where its page ended, whatever the first one was asked for with.
    expect(await readPages<Message>(`${of(id)}/messages?after=${uuid}&limit=7`)).toEqual(messages.slice(at + 1))
    const first = await stage.json<Page<Message>>(`${of(id)}/messages?before=${uuid}&limit=7`)
    const next = `before=${uuid}&limit=7&cursor=${encodeURIComponent(first.nextCursor ?? '')}`
    const second = await stage.json<Page<Message>>(`${of(id)}/messages?${next}`)
    const from = at - first.items.length
    expect(second.items).toEqual(messages.slice(from - second.items.length, from))
    const wrong: [string, string][] = [
      [`before=${uuid}&after=${uuid}`, "Give one of 'before' and 'after'"],
      [`all=1&after=${uuid}`, "so 'after' means nothing"],
      ['all=1&limit=5', "so 'limit' means nothing"],
      [`all=1&cursor=before:${uuid}`, "so 'cursor' means nothing"],
    ]
    for (const [query, words] of wrong)
      expect(await errorOf(await stage.ask(`${of(id)}/messages?${query}`))).toMatchObject({
        ...{ status: 400, code: 'bad_request' },
        message: expect.stringContaining(words),
      })
  })

  it('of subagents have the call that started them', async () => {
    const session = stage.oracle.sessions.find(({ subagents }) => subagents.length > 0)
    const all = await (await stage.ask(`${of(session?.id ?? '')}/messages?all=1`)).text()
    const parents = all
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).parent_tool_use_id as string | undefined)
    for (const { toolUseId } of session?.subagents ?? []) expect(parents).toContain(toolUseId)
  })

  it('are not sent again to who has them', async () => {
    const { id } = findPlain()
    // While sessions are still being read and counted, lists change by themselves.
    const isCounted = async () => {
      const { items } = await stage.json<Page<{ messageCount: number | null }>>('/api/claude/sessions?limit=1000')
      return items.every(({ messageCount }) => messageCount !== null)
    }
    await expect.poll(isCounted, { timeout: 60_000 }).toBe(true)
    for (const path of [
      `${of(id)}/messages`,
      `${of(id)}/messages?all=1`,
      `${of(id)}/export?format=jsonl`,
      '/api/claude/projects',
    ]) {
      const first = await stage.ask(path)
      await first.arrayBuffer()
      const tag = first.headers.get('etag') ?? ''
      expect(tag, path).toMatch(/^W\//)
      expect((await stage.ask(path, { 'if-none-match': tag })).status, path).toBe(304)
    }
  })

  it('of a session of ours are its log, at once and after a restart', async () => {
    const prompt = toScriptedPrompt('Please.', [{ text: 'Done at last.' }])
    const started = await stage.send('POST', '/api/claude/sessions', { cwd: stage.project, trust: true, prompt })
    const { sessionId } = (await started.json()) as { sessionId: string }
    const read = () => readPages<Message>(`${of(sessionId)}/messages?limit=3`)
    const isDone = async () => (await stage.json<{ status: string }>(of(sessionId))).status === 'idle'
    await expect.poll(isDone).toBe(true)
    const messages = await read()
    const text = JSON.stringify(messages)
    expect(text).toContain('Done at last.')
    expect(messages.map(({ type }) => type)).toEqual(expect.arrayContaining(['user', 'assistant', 'result']))
    expect(messages.map(({ type }) => type)).not.toContain('stream_event')
    const uuids = messages.flatMap(({ uuid }) => uuid ?? [])
    expect(uuids).toEqual([...new Set(uuids)])
    const all = (await (await stage.ask(`${of(sessionId)}/messages?all=1`)).text()).trimEnd().split('\n')
    expect(all.map((line) => JSON.parse(line).uuid)).toEqual((await readNewest(sessionId)).map(({ uuid }) => uuid))
    await stage.server.stop()
    await stage.start()
    expect((await readNewest(sessionId)).map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(uuids))
    // A line too long for the log lies beside it.
    stage.write(`data/sessions/${sessionId}/large/1-a.json`, '{"type":"user","uuid":"large"}')
    const large = await stage.ask(`${of(sessionId)}/large/1-a.json`)
    expect([large.headers.get('content-type'), await large.json()]).toEqual([
      'application/json',
      { type: 'user', uuid: 'large' },
    ])
    expect((await stage.ask(`${of(sessionId)}/large/..%2fsession.json`)).status).toBe(404)
    expect((await stage.ask(`${of(PICTURED.sessionId)}/large/1-a.json`)).status).toBe(404)
    const commands = await readPages<{ name: string; source: { level: string } }>(
      `/api/claude/commands?cwd=${stage.project}`,
    )
    expect(commands.find(({ name }) => name === 'land')).toMatchObject({
      source: { level: 'project' },
      description: 'Comes to land',
    })
    expect(commands.some(({ source }) => source.level === 'cli')).toBe(true)
  })

  async function readNewest(id: string): Promise<Message[]> {
    return (await stage.json<Page<Message>>(`${of(id)}/messages?limit=1000`)).items
  }
})

describe('what the data directory holds, over HTTP', () => {
  it('is found by its words', async () => {
    for (const kind of ['prompt', 'result'] as const) {
      const needle = stage.oracle.needles.find((one) => one.kind === kind)
      const { items } = await stage.json<
        Page<{ uuid: string; snippet: string; text: string; marks: [number, number][] }>
      >(`/api/claude/search?q=${encodeURIComponent(needle?.query ?? '')}`)
      expect(items.map(({ uuid }) => uuid)).toContain(needle?.hits[0]?.uuid)
      const [first] = items
      const [from, to] = first?.marks[0] ?? [0, 0]
      expect(first?.snippet).toContain(`<mark>${first?.text.slice(from, to)}</mark>`)
    }
  })

  it('adds up to what was used', async () => {
    for (const [project, used] of Object.entries(stage.oracle.usage.byProject)) {
      const { totals } = await stage.json<{ totals: Record<string, number> }>(
        `/api/claude/usage?by=model&project=${encodeURIComponent(project)}`,
      )
      const { messages, inputTokens, outputTokens, cacheReadTokens } = used
      const cacheCreationTokens = used.cacheWrite5mTokens + used.cacheWrite1hTokens
      expect(totals).toMatchObject({ messages, inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens })
      expect(totals.costUsd).toBeCloseTo(used.usd, 6)
    }
    const pages = await readPages<{ key: string; title?: string }>('/api/claude/usage?by=session&limit=7')
    expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length)
    const [costly] = pages
    expect(costly?.title).toBe((await stage.json<{ title: string }>(of(costly?.key ?? ''))).title)
  })

  it('has a picture as bytes that a browser draws and never runs', async () => {
    const answer = await stage.ask(`${of(PICTURED.sessionId)}/messages/${PICTURED.uuid}/images/0`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    const missing = await stage.ask(`${of(PICTURED.sessionId)}/messages/${PICTURED.uuid}/images/1`)
    expect(await errorOf(missing)).toMatchObject({ status: 404, message: expect.stringContaining('picture 1') })
  })

  it('is written out as Markdown and as a page', async () => {
    const { id } = findPlain()
    for (const [format, mark] of [
      ['md', '## You'],
      ['html', '<h2>You'],
    ] as const) {
      const answer = await stage.ask(`${of(id)}/export?format=${format}`)
      expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename=".+\\.${format}"`))
      expect(await answer.text()).toContain(mark)
    }
  })

  it('is the same whether a slash stands behind its project or not', async () => {
    const { items } = await stage.json<Page<{ project: string | null }>>('/api/claude/history')
    const path = encodeURIComponent(items.find(({ project }) => project !== null)?.project ?? '')
    for (const at of ['/api/claude/sessions', '/api/claude/history', '/api/claude/usage']) {
      const plain = await stage.json<Page<unknown>>(`${at}?project=${path}`)
      expect(plain.items.length, at).toBeGreaterThan(0)
      expect(await stage.json(`${at}?project=${path}/`), at).toEqual(plain)
    }
  })

  it.each([
    ['/api/claude/usage?by=week', 400, "'by' takes one of day, hour"],
    ['/api/claude/usage?since=soon', 400, "not 'soon'"],
    ['/api/claude/search', 400, "'q' takes the words to look for, not nothing"],
    ['/api/claude/projects?limit=none', 400, "'limit' takes a whole number from 1 to 10000, not 'none'"],
    ['/api/claude/projects?cursor=x', 400, "'x' is no cursor"],
    ['/api/claude/sessions?status=bogus', 400, "'status' takes one of starting, ready, working, awaiting approval"],
    ['/api/health?colour=red', 400, "Nobody knows 'colour'"],
    ['/api/claude/projects?colour=red', 400, "Nobody knows 'colour'"],
    ['/api/claude/sessions/1/todos', 404, "'1' is no session"],
    ['/api/claude/sessions/00000000-0000-4000-8000-000000000000/todos', 404, 'There is no session'],
    ['/api/claude/plans/none', 404, 'GET /api/claude/plans lists'],
    ['/api/files?cwd=relative', 400, "'cwd' takes the absolute path of a folder, not 'relative'"],
    ['/api/folders?path=/etc', 403, 'not below a folder that is open here'],
  ])('says what is wrong with %s', async (path, status, words) => {
    expect(await errorOf(await stage.ask(path))).toMatchObject({ status, message: expect.stringContaining(words) })
  })
})

describe('files of a project, over HTTP', () => {
  it('are found by name, without what is ignored', async () => {
    const find = async (q: string) =>
      (await readPages<{ path: string }>(`/api/files?cwd=${stage.project}&q=${q}&limit=2`)).map(({ path }) => path)
    expect((await find('dock'))[0]).toBe('src/dock.ts')
    expect(await find('.js')).toEqual([])
    expect(await find('config')).toEqual([])
  })

  it('can be sent into the project, or beside it', async () => {
    const data = Buffer.from('hello').toString('base64')
    const sent = await stage.send('POST', '/api/uploads', {
      name: '../shot 1.png',
      data,
      cwd: stage.project,
    })
    expect(sent.status).toBe(201)
    expect(await sent.json()).toEqual({
      path: join(stage.project, '.quarterdeck/uploads/shot-1.png'),
      name: 'shot-1.png',
      bytes: 5,
      where: 'project',
    })
    const { path, where } = (await (
      await stage.send('POST', '/api/uploads', { name: 'a.txt', data })
    ).json()) as Record<string, string>
    expect(where).toBe('temporary')
    expect(path).toContain(join(stage.data, 'uploads'))
    expect(statSync(path ?? '').mode & 0o777).toBe(0o600)
    const audit = await stage.json<{ items: object[] }>('/api/audit?limit=20')
    expect(audit.items).toContainEqual(expect.objectContaining({ event: 'upload', path }))
    const takeBack = () => stage.send('DELETE', `/api/uploads?path=${encodeURIComponent(path ?? '')}`)
    expect((await takeBack()).status).toBe(200)
    expect(existsSync(path ?? '')).toBe(false)
    expect(await errorOf(await takeBack())).toMatchObject({ status: 404, code: 'not_found' })
    const later = await stage.json<{ items: object[] }>('/api/audit?limit=20')
    expect(later.items).toContainEqual(expect.objectContaining({ event: 'upload_taken_back', path }))
    for (const [body, words] of [
      [{ name: 'x', data: 'no base64!' }, 'is no base64'],
      [{ name: 'x', data, cwd: stage.project, folder: '../../..' }, 'nowhere else'],
      [{ name: 'x', data, cwd: stage.home }, 'is not trusted here'],
      [{ name: 'x', data: Buffer.alloc(10.5 * 1024 * 1024).toString('base64') }, 'larger than'],
    ] as const)
      expect(await errorOf(await stage.send('POST', '/api/uploads', body))).toMatchObject({
        message: expect.stringContaining(words),
      })
  })

  it('are not kept where it cannot be written down who sent them', async () => {
    const note = join(stage.data, 'audit.ndjson.last')
    const before = readFileSync(note)
    const listed = () => [
      readdirSync(join(stage.project, '.quarterdeck/uploads')),
      readdirSync(join(stage.data, 'uploads')),
    ]
    const kept = listed()
    // A folder in its place cannot be replaced by a file.
    rmSync(note)
    mkdirSync(join(note, 'in-the-way'), { recursive: true })
    try {
      const file = { name: 'secret.txt', data: Buffer.from('x').toString('base64') }
      for (const where of [{}, { cwd: stage.project }])
        expect(await errorOf(await stage.send('POST', '/api/uploads', { ...file, ...where }))).toMatchObject({
          status: 507,
          code: 'storage',
          message: expect.stringContaining('cannot be written down'),
        })
      expect(listed()).toEqual(kept)
    } finally {
      rmSync(note, { recursive: true })
      writeFileSync(note, before)
    }
    expect(await stage.json('/api/audit/verify')).toMatchObject({ ok: true })
  })

  it('of memory are read and written, and nothing that was changed meanwhile is lost', async () => {
    type Memory = { kind: string; path: string; state: string; content: string | null; sha256: string | null }
    const { items } = await stage.json<{ items: Memory[] }>(`/api/claude/memory?cwd=${stage.project}`)
    expect(items.map(({ kind }) => kind)).toEqual(['user', 'project', 'projectFolder', 'local'])
    const path = join(stage.project, 'CLAUDE.local.md')
    expect(items.at(-1)).toMatchObject({ path, state: 'missing', content: null, sha256: null })
    const write = (content: string, knownSha256: string | null, more: object = {}) =>
      stage.send('PUT', '/api/claude/memory', { kind: 'local', cwd: stage.project, content, knownSha256, ...more })

    const written = (await (await write('Be kind.\n', null)).json()) as Memory
    expect(written).toMatchObject({ path, state: 'read', content: 'Be kind.\n' })
    writeFileSync(path, 'Somebody else was here.\n')
    expect(await errorOf(await write('Be quick.\n', written.sha256))).toMatchObject({ status: 409 })
    expect(readFileSync(path, 'utf8')).toBe('Somebody else was here.\n')

    for (const [body, status] of [
      [{ cwd: stage.home }, 403],
      [{ cwd: undefined }, 400],
      [{ kind: '../../etc/passwd' }, 400],
    ] as const)
      expect(await errorOf(await write('x', null, body))).toMatchObject({ status })
    rmSync(path)
    symlinkSync(join(stage.home, 'elsewhere'), path)
    expect(await errorOf(await write('x', null))).toMatchObject({ status: 403 })
    rmSync(path)
    const audit = await stage.json<{ items: { event: string; path?: string }[] }>('/api/audit?limit=20')
    expect(audit.items).toContainEqual(expect.objectContaining({ event: 'memory', path }))
  })

  it('are listed compressed where that pays', async () => {
    const answer = await stage.askPlainly('/api/openapi.json', { 'accept-encoding': 'br' })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(answer.body).toString())).toMatchObject({ openapi: '3.1.0' })
  })
})
