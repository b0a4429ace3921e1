import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Handlers } from '../control/handlers.ts'
import { toHookRegistry } from '../control/hook-registry.ts'
import { DriverError } from '../driver-error.ts'
import { Engine } from '../engine/engine.ts'
import { toNextOptions } from '../engine/next-options.ts'
import { findCli } from '../find-cli.ts'
import { MemoryLog } from '../log/memory-log.ts'
import { readCliVersion } from '../read-cli-version.ts'
import type { SessionOptions } from '../session-options.ts'
import { readSettingsMode } from '../settings-mode.ts'
import { toLaunch } from '../to-launch.ts'
import { Session } from './session.ts'

/** Hooks and servers are given as what they are; how the CLI is told of them is our affair. */
export interface StartOptions extends Omit<SessionOptions, 'hooks' | 'sdkMcpServers'>, Handlers {
  /** Where the CLI is. Without it: `$QUARTERDECK_CLAUDE`, `claude` on PATH, `~/.claude/local/claude`. */
  claude?: string
  /** The environment that the CLI inherits; our own without it. `env` adds to it. */
  baseEnv?: Readonly<Record<string, string | undefined>>
  /** How long it may take until the CLI answers for the first time. */
  startTimeoutMs?: number
}

const START_MS = 60_000

/**
 * Starts the CLI, and gives the session once it has answered. The session lives in this process and ends with it. Throws when
 * there is no CLI, when the options contradict each other, or when it ends before it answers.
 */
export async function startSession(options: StartOptions): Promise<Session> {
  const { claude, baseEnv = process.env, startTimeoutMs = START_MS, ...rest } = options
  const home = baseEnv.HOME ?? homedir()
  const cli = findCli({ named: claude, env: baseEnv, home })
  const version = await readCliVersion(cli, baseEnv)
  const claudeDir = baseEnv.CLAUDE_CONFIG_DIR ?? join(home, '.claude')
  const context = { version, baseEnv, settingsMode: readSettingsMode({ ...rest, claudeDir }) }

  const first = toFirstOptions(rest)
  const { unsupported } = toLaunch(first, context)
  const engine = new Engine({
    cli,
    cliVersion: version,
    cwd: rest.cwd,
    log: new MemoryLog(),
    marker: randomUUID(),
    sessionId: first.sessionId ?? first.resume ?? '',
    resume: first.resume !== undefined && first.fork === undefined,
    launch: ({ sessionId, isFirst, restored }) =>
      toLaunch(isFirst ? first : toNextOptions(first, sessionId, restored), context),
  })
  const session = new Session(engine, { handlers: options, isOwner: true, unsupported })
  const failed = await engine.start()
  if (failed !== null) throw new DriverError('cli_failed', `The CLI did not start: ${failed.reason}.`)
  await answered(session, startTimeoutMs)
  return session
}

/** The id is ours to choose, where there is one to choose: which session goes on with `continue`, only the CLI knows. */
function toFirstOptions({ hooks, mcpServers, ...options }: Omit<StartOptions, 'claude' | 'baseEnv'>): SessionOptions {
  const { matchers } = toHookRegistry(hooks)
  const servers = Object.keys(mcpServers ?? {})
  const goesOn = options.resume !== undefined || options.continue === true
  const isNew = options.sessionId === undefined && (!goesOn || options.fork !== undefined)
  return {
    ...options,
    ...(isNew ? { sessionId: randomUUID() } : {}),
    ...(Object.keys(matchers).length === 0 ? {} : { hooks: matchers }),
    ...(servers.length === 0 ? {} : { sdkMcpServers: servers }),
  }
}

async function answered(session: Session, timeoutMs: number): Promise<void> {
  const late = setTimeout(() => void session.stop({ termAfterMs: 0 }), timeoutMs)
  const isReady = await session.until(({ info }) => info !== null)
  clearTimeout(late)
  if (isReady) return
  const { exit } = session
  const why = exit?.kind === 'stopped' ? `it said nothing for ${timeoutMs / 1000} s` : toWords(exit)
  throw new DriverError('cli_failed', `The CLI ended before it answered: ${why}`)
}

function toWords(exit: Session['exit']): string {
  const said = exit?.stderr.trim() ?? ''
  const how = `it ended with ${exit?.signal ?? exit?.code}.`
  return said === '' ? how : `${how} It said: ${said.slice(-500)}`
}
