import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  findRealCli,
  startScriptedModel,
  startServer,
  type TestServer,
  toCliEnv,
  writeDataDirectory,
} from '@quarterdeck/testkit'
import { root } from './root.ts'
import { PROMPTS, QUEUED, scriptConversations } from './screenshot-scripts.ts'

const MCP_SERVER = join(root, 'packages/testkit/fixtures/mcp-server.mjs')

/** A server with some history on disk, and a session in each state. */
export interface ScreenshotStage {
  server: TestServer
  /** One that has nothing yet. */
  empty: TestServer
  /** The session that waits for an approval. */
  sessionId: string
  /** One that is on disk. */
  recordedId: string
  /** One in which files were changed, and nothing runs. */
  editedId: string
  askingId: string
  planningId: string
  /** A server of its asks for something. */
  formId: string
  /** Two of its agents ask at once. */
  severalId: string
  /** In the middle of a text, with messages that wait. */
  writingId: string
  deniedId: string
  failedId: string
  endedId: string
  end(): Promise<void>
}

export async function setScreenshotStage(): Promise<ScreenshotStage> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-pictures-')))
  const cwd = join(home, 'my-app')
  mkdirSync(join(cwd, '.claude'), { recursive: true })
  writeFileSync(join(cwd, 'CLAUDE.md'), '# My app\n\n- Tests first.\n- Small commits.\n')
  writeFileSync(join(cwd, 'README.md'), '# My app\n')
  const size = { sessions: 60, projects: 5, bytes: 6_000_000, largestBytes: 1_000_000 }
  const oracle = await writeDataDirectory(join(home, '.claude'), { seed: 3, ...size })
  // Else the CLI would delete most of it when it starts: it is older than a month.
  writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify({ cleanupPeriodDays: 10_000 }))
  const model = await startScriptedModel()
  scriptConversations(model, join(cwd, 'guard.ts'))
  const env = toCliEnv({ home, modelUrl: model.url })
  // Under a name that says nothing of the machine that the pictures are made on.
  const claude = join(home, 'claude')
  symlinkSync(findRealCli('2.1.325'), claude)
  const args = ['--claude', claude, '--allow-config']
  const server = await startServer({ data: join(home, 'data'), env, args })
  const nowhere = join(home, 'nowhere')
  mkdirSync(nowhere)
  const empty = await startServer({
    data: join(nowhere, 'data'),
    env: toCliEnv({ home: nowhere, modelUrl: model.url }),
    args,
  })

  const call = async <Answer>(method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
    const given = body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(`${server.url}/api/claude/sessions${path}`, { method, headers, body: given })
    return (await answer.json()) as Answer
  }
  const begin = async (prompt: string, options: object = {}) =>
    (await call<{ sessionId: string }>('POST', '', { cwd, trust: true, prompt, ...options })).sessionId
  const until = async (id: string, isSo: (row: { status: string; pending: number }) => boolean) => {
    while (!isSo(await call('GET', `/${id}`))) await sleep(30)
  }
  const isIdle = ({ status }: { status: string }) => status === 'idle' || status === 'error'

  const editedId = await begin(PROMPTS.edits, { permissionMode: 'acceptEdits', allowedTools: ['Bash'] })
  const mcpConfig = { mcpServers: { desk: { command: process.execPath, args: [MCP_SERVER] } } }
  const formId = await begin(PROMPTS.form, { mcpConfig, allowedTools: ['mcp__desk__book'] })
  const deniedId = await begin(PROMPTS.denied, { disallowedTools: ['WebFetch'] })
  const askingId = await begin(PROMPTS.question)
  const planningId = await begin(PROMPTS.plan, { permissionMode: 'plan' })
  const severalId = await begin(PROMPTS.several)
  const failedId = await begin(PROMPTS.failed)
  const endedId = await begin(PROMPTS.ended)
  await until(deniedId, ({ pending }) => pending > 0)
  await deny(deniedId)
  await until(endedId, isIdle)
  await call('DELETE', `/${endedId}`)
  const sessionId = await begin(PROMPTS.approval)
  const writingId = await begin(PROMPTS.writing)
  await model.holding()
  for (const content of QUEUED) await call('POST', `/${writingId}/messages`, { content, whenBusy: 'queue' })
  for (const id of [askingId, planningId, formId, sessionId]) await until(id, ({ pending }) => pending > 0)
  await until(severalId, ({ pending }) => pending > 1)
  for (const id of [editedId, deniedId, failedId]) await until(id, isIdle)

  return {
    ...{ server, empty, sessionId, recordedId: oracle.longest.byBytes, editedId, askingId, planningId },
    ...{ formId, severalId, writingId, deniedId, failedId, endedId },
    async end() {
      await Promise.all([server.end(), empty.end()])
      await model.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }

  async function deny(id: string): Promise<void> {
    const answer = await fetch(`${server.url}/api/inbox`, { headers: { authorization: `Bearer ${server.token}` } })
    const { items } = (await answer.json()) as { items: { sessionId: string; requestId?: string }[] }
    const asked = items.find((item) => item.sessionId === id && item.requestId !== undefined)
    const body = { request_id: asked?.requestId, behavior: 'deny', message: 'Not without a backup.' }
    await call('POST', `/${id}/permission`, body)
  }
}
