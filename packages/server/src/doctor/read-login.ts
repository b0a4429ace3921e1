import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Cli, supports } from '@quarterdeck/driver'
import type { LoginState } from './report.ts'

const TIMEOUT_MS = 15_000
const UNKNOWN: LoginState = { state: 'unknown', method: null }

/** Variables that log in by themselves. Only whether they are set is looked at. */
const VARIABLES = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']
const PROVIDERS = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY']

/**
 * Whether the CLI is logged in: by its own word where it has one for it, else by what lies about. An older CLI must not be
 * asked: it would take the question for a prompt.
 */
export async function readLogin(
  cli: Cli,
  version: string | null,
  env: Record<string, string>,
  places: { claudeDir: string; cwd: string },
): Promise<LoginState> {
  return supports(version, 'authStatus') ? ask(cli, env, places.cwd) : look(env, places.claudeDir)
}

function ask(cli: Cli, env: Record<string, string>, cwd: string): Promise<LoginState> {
  const options = { cwd, env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' as const }
  return new Promise((resolve) => {
    // It ends with 1 when nobody is logged in; what it prints counts.
    const child = execFile(cli.command, [...cli.args, 'auth', 'status', '--json'], options, (_, stdout) =>
      resolve(parseStatus(stdout)),
    )
    child.stdin?.on('error', () => undefined).end()
  })
}

/** Takes the two words that are no secret, and nothing else. */
export function parseStatus(text: string): LoginState {
  try {
    const { loggedIn, authMethod } = JSON.parse(text)
    if (typeof loggedIn !== 'boolean') return UNKNOWN
    return { state: loggedIn ? 'in' : 'out', method: loggedIn && typeof authMethod === 'string' ? authMethod : null }
  } catch {
    return UNKNOWN
  }
}

function look(env: Record<string, string>, claudeDir: string): LoginState {
  const set = [...VARIABLES, ...PROVIDERS].find((name) => env[name] !== undefined && env[name] !== '')
  if (set !== undefined) return { state: 'in', method: `$${set}` }
  if (existsSync(join(claudeDir, '.credentials.json'))) return { state: 'in', method: 'claude.ai' }
  // On macOS the login lies in the keychain, which we do not open.
  return process.platform === 'darwin' ? UNKNOWN : { state: 'out', method: null }
}
