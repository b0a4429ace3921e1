import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  findRealCli,
  type ScriptedModel,
  startScriptedModel,
  startServer,
  type TestServer,
  toCliEnv,
  writeDataDirectory,
} from '@quarterdeck/testkit'

const PROMPT = 'The login redirect loops after sign-in. Please find out why and fix it.'

const EDITS = 'Let people stay on the login page.'

/** A server with some history on disk, and a session that waits for an approval. */
export interface ScreenshotStage {
  server: TestServer
  /** The session that waits. */
  sessionId: string
  /** One that is on disk. */
  recordedId: string
  /** One in which files were changed. */
  editedId: string
  end(): Promise<void>
}

export async function setScreenshotStage(): Promise<ScreenshotStage> {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-pictures-'))
  const cwd = join(home, 'my-app')
  mkdirSync(cwd)
  const size = { sessions: 60, projects: 5, bytes: 6_000_000, largestBytes: 1_000_000 }
  const oracle = await writeDataDirectory(join(home, '.claude'), { seed: 3, ...size })
  // Else the CLI would delete most of it when it starts: it is older than a month.
  writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify({ cleanupPeriodDays: 10_000 }))
  const model = await startScriptedModel()
  scriptConversation(model)
  const env = toCliEnv({ home, modelUrl: model.url })
  const server = await startServer({ data: join(home, 'data'), env, args: ['--claude', findRealCli('2.1.325')] })
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
  const begin = async (options: object) => {
    const body = JSON.stringify({ cwd, trust: true, ...options })
    const answer = await fetch(`${server.url}/api/claude/sessions`, { method: 'POST', headers, body })
    return ((await answer.json()) as { sessionId: string }).sessionId
  }
  scriptEdits(model, join(cwd, 'guard.ts'))
  const editedId = await begin({ prompt: EDITS, permissionMode: 'acceptEdits' })
  const sessionId = await begin({ prompt: PROMPT })
  return {
    server,
    sessionId,
    recordedId: oracle.longest.byBytes,
    editedId,
    async end() {
      await server.end()
      await model.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function scriptConversation(model: ScriptedModel): void {
  const bash = (command: string) => ({ name: 'Bash', input: { command } })
  model.script(PROMPT, [
    {
      thinking: 'The guard is the first suspect.',
      text: "I'll look at the guard first, then run its tests.",
      tools: [bash('ls')],
    },
    { text: 'There is no test yet. I will write one that fails.', tools: [bash('mkdir -p test && npm test -- guard')] },
    // The approval is left open; when the server stops, the CLI takes that for a no and asks the model once more.
    { text: 'Then not.' },
  ])
}

function scriptEdits(model: ScriptedModel, path: string): void {
  const before =
    'export function guard(user: User | null, path: string) {\n  if (!user) return redirect("/login")\n  return null\n}\n'
  const change = { old_string: 'if (!user) return', new_string: 'if (!user && path !== "/login") return' }
  model.script(EDITS, [
    { text: 'First the guard as it was.', tools: [{ name: 'Write', input: { file_path: path, content: before } }] },
    { text: 'Now the change.', tools: [{ name: 'Edit', input: { file_path: path, ...change } }] },
    { text: 'The login page no longer redirects to itself.' },
  ])
}
