import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024

/** In a process of its own, because the SDK takes the data directory from the environment. */
const SCRIPT = `
  import { listSessions } from '@anthropic-ai/claude-agent-sdk'
  const started = performance.now()
  const sessions = await listSessions()
  const elapsedMs = performance.now() - started
  process.stdout.write(JSON.stringify({ ids: sessions.map((session) => session.sessionId), elapsedMs }))
`

/** The sessions that the official Agent SDK finds in a data directory, and how long it took. */
export async function listSdkSessions(dataDirectory: string): Promise<{ ids: string[]; elapsedMs: number }> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, HOME: dataDirectory, CLAUDE_CONFIG_DIR: dataDirectory },
    maxBuffer: MOST_OUTPUT_BYTES,
  })
  return JSON.parse(stdout)
}
