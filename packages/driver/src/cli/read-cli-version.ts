import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { DriverError } from '../driver-error.ts'
import { toChildEnv } from './child-env.ts'
import { isAtLeast, OLDEST_SUPPORTED, parseCliVersion } from './cli-version.ts'
import type { Cli } from './find-cli.ts'

/** A cold start on a busy machine takes seconds; a program that is no CLI may wait for ever. */
const TIMEOUT_MS = 15_000

const known = new Map<string, Promise<string>>()

/**
 * Asks the CLI for its version, once for each file as it is: an update in place is a new file. Throws what to do when it
 * gives none, or is too old.
 */
export async function readCliVersion(
  cli: Cli,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs = TIMEOUT_MS,
): Promise<string> {
  const key = toKey(cli)
  const asked = known.get(key) ?? ask(cli, env, timeoutMs)
  known.set(key, asked)
  // A failure may pass; a version does not change.
  asked.catch(() => known.delete(key))
  const version = await asked
  if (!isAtLeast(version, OLDEST_SUPPORTED))
    throw new DriverError(
      'cli_too_old',
      `The Claude Code CLI at '${cli.path}' is version ${version}; at least ${OLDEST_SUPPORTED} is needed, where the protocol begins that we speak. Update it (npm install -g @anthropic-ai/claude-code), or name another (--claude PATH, or the option 'claude').`,
    )
  return version
}

function toKey({ path, command }: Cli): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return `${command}\n${path}\n${stat?.mtimeMs}\n${stat?.size}`
}

function ask(cli: Cli, env: Readonly<Record<string, string | undefined>>, timeoutMs: number): Promise<string> {
  const options = { env: toChildEnv(env), timeout: timeoutMs, killSignal: 'SIGKILL' as const, maxBuffer: 64 * 1024 }
  return new Promise((resolve, reject) => {
    const child = execFile(cli.command, [...cli.args, '--version'], options, (error, stdout, stderr) => {
      const version = parseCliVersion(stdout)
      if (error === null && version !== null) resolve(version)
      else reject(unusable(cli, error, stdout + stderr, timeoutMs))
    })
    // A program that reads its stdin must not wait for us.
    child.stdin?.on('error', () => undefined).end()
  })
}

function unusable(
  cli: Cli,
  error: (Error & { killed?: boolean; code?: unknown }) | null,
  said: string,
  timeoutMs: number,
) {
  const why = error?.killed
    ? `it did not answer in ${timeoutMs / 1000} s`
    : error !== null && typeof error.code === 'string'
      ? error.code
      : `it ended with ${error?.code ?? 0} and said '${said.trim().split('\n')[0]?.slice(0, 200)}'`
  return new DriverError(
    'cli_unusable',
    `'${cli.path} --version' gave no version: ${why}. Check that it is the Claude Code CLI, or name another (--claude PATH, or the option 'claude').`,
    { cause: error },
  )
}
