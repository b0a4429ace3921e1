import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '@quarterdeck/contract/routes'
import { toScriptedPrompt } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PICTURED, ReadingStage } from '../../faults/reading-stage.ts'

/** Every GET route of the running server answers exactly what its schema says: no field more, none less, none of another type. */
let stage: ReadingStage
let live: string

/** What stands for the parts of paths, and for queries that must be there. */
let params: Record<string, string[]>
const QUERIES: Record<string, string[]> = {
  '/api/claude/search': ['q=the&limit=5', 'q=the&role=tool&since=2020-01-01&tz=Europe/Zurich', 'q=nowhere-at-all'],
  '/api/claude/usage': ['', 'by=model', 'by=tool', 'by=session&limit=3', 'by=hour&tz=Asia/Tokyo'],
  '/api/claude/sessions': ['', 'limit=3', 'q=the'],
  '/api/claude/history': ['', 'limit=2'],
  '/api/claude/settings': ['', 'cwd=PROJECT'],
  '/api/claude/commands': ['', 'cwd=PROJECT'],
  '/api/claude/memory': ['', 'cwd=PROJECT'],
  '/api/files': ['cwd=PROJECT', 'cwd=PROJECT&q=dock'],
  '/api/folders': ['', 'path=PROJECT', 'path=PROJECT&hidden=1'],
  '/api/claude/sessions/:id/messages': ['', 'limit=2'],
}

beforeAll(async () => {
  stage = await ReadingStage.set({ sessions: 40, bytes: 4_000_000 })
  const started = await stage.send('POST', '/api/claude/sessions', {
    cwd: stage.project,
    trust: true,
    prompt: toScriptedPrompt('Please.', [{ text: 'Done.' }]),
  })
  live = ((await started.json()) as { sessionId: string }).sessionId
  const isAtRest = async () => (await stage.json<{ status: string }>(`/api/claude/sessions/${live}`)).status === 'idle'
  while (!(await isAtRest())) await sleep(50)
  const { items: plans } = await stage.json<{ items: { name: string }[] }>('/api/claude/plans')
  params = {
    id: [live, PICTURED.sessionId, ...stage.oracle.sessions.slice(0, 6).map(({ id }) => id)],
    name: plans.slice(0, 2).map(({ name }) => name),
    hash: stage.oracle.history.pastes.slice(0, 2).map(({ hash }) => hash),
  }
})
afterAll(() => stage.clear())

/** Paths to ask for; empty where a name has to be learnt from another route. */
async function listPaths(path: string): Promise<string[]> {
  if (path === '/api/claude/sessions/:id/file-history/:name') return listVersions()
  if (path.startsWith('/api/claude/sessions/:id/messages/:uuid'))
    return [path.replace(':id', PICTURED.sessionId).replace(':uuid', PICTURED.uuid).replace(':index', '0')]
  if (path.includes(':task')) return [path.replace(':id', PICTURED.sessionId).replace(':task', PICTURED.task)]
  if (path.endsWith('/debug')) return [path.replace(':id', PICTURED.sessionId)]
  const name = /:(\w+)/.exec(path)?.[1]
  const filled = name === undefined ? [path] : (params[name] ?? []).map((value) => path.replace(`:${name}`, value))
  const queries = QUERIES[path] ?? ['']
  return filled.flatMap((one) =>
    queries.map((query) => `${one}${query === '' ? '' : `?${query.replace('PROJECT', stage.project)}`}`),
  )
}

async function listVersions(): Promise<string[]> {
  const found = await Promise.all(
    stage.oracle.sessions.map(async ({ id }) => {
      const { items } = await stage.json<{ items: { name: string }[] }>(
        `/api/claude/sessions/${id}/file-history?limit=3`,
      )
      return items.map(({ name }) => `/api/claude/sessions/${id}/file-history/${encodeURIComponent(name)}`)
    }),
  )
  return found.flat().slice(0, 8)
}

/** Those need something that no test makes by reading: they have tests of their own. */
const ELSEWHERE = new Set(['/api/claude/sessions/:id/large/:file', '/api/claude/sessions/:id/approvals/:request/file'])

describe('answers', () => {
  const routes = ROUTES.filter(({ method, path }) => method === 'GET' && !ELSEWHERE.has(path))
  it.each(routes.map((route) => [route.path, route] as const))(
    'of GET %s fit their schema exactly',
    async (path, route) => {
      const paths = await listPaths(path)
      expect(paths.length, 'nothing to ask for').toBeGreaterThan(0)
      for (const one of paths) {
        const answer = await stage.ask(one)
        expect([one, answer.status]).toEqual([one, 200])
        const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
        if (route.answer === undefined || type !== 'application/json') {
          expect(Object.keys(route.media ?? {})).toContain(type)
          expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
          continue
        }
        const value = await answer.json()
        expect(route.answer.safeParse(value).error, one).toBeUndefined()
        // What the schema does not know would be missing in what it gives back.
        expect(route.answer.parse(value)).toEqual(value)
      }
    },
  )

  it('are described by the server as by the page', async () => {
    const { paths } = await stage.json<{ paths: Record<string, object> }>('/api/openapi.json')
    expect(Object.keys(paths).sort()).toEqual(
      [...new Set(ROUTES.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')))].sort(),
    )
  })
})
