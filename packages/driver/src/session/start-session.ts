import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { type Cli, findCli } from '../cli/find-cli.ts'
import { readCliFlags } from '../cli/read-cli-flags.ts'
import { readCliVersion } from '../cli/read-cli-version.ts'
import { createPriorCostReader } from '../cli/read-prior-cost.ts'
import type { SessionOptions } from '../cli/session-options.ts'
import { readCleanupDays } from '../cli/settings/cleanup-days.ts'
import { readSettingsMode } from '../cli/settings/settings-mode.ts'
import { type LaunchContext, toLaunch } from '../cli/to-launch.ts'
import { DriverError } from '../driver-error.ts'
import { Engine } from '../engine/engine.ts'
import { toNextOptions } from '../engine/next-options.ts'
import { assertNotHeld } from '../holder/assert-not-held.ts'
import type { Handlers } from '../host/handlers.ts'
import { toHookRegistry } from '../host/hook-registry.ts'
import { startKeeper } from '../keeper/start-keeper.ts'
import { MemoryLog } from '../log/memory-log.ts'
import { Session } from './session.ts'
import { SharedLink } from './shared-link.ts'

/** Hooks and servers are given as what they are; how the CLI is told of them is our affair. */
export interface StartOptions extends Omit<SessionOptions, 'hooks' | 'sdkMcpServers'>, Handlers {
  /** Where the CLI is. Without it: `$QUARTERDECK_CLAUDE`, `claude` on PATH, `~/.claude/local/claude`. */
  claude?: string
  /** The environment that the CLI inherits; our own without it. `env` adds to it. */
  baseEnv?: Readonly<Record<string, string | undefined>>
  /** How long it may take until the CLI answers for the first time; a minute without it. */
  startTimeoutMs?: number
  /** Go on with a session although another process writes it. */
  force?: boolean
  /** Gives the session a process of its own, in which it outlives this one: `attachKeeper` finds it again. */
  keeper?: KeeperChoice
}

export interface KeeperChoice {
  /** Where the session keeps its log; its own, and kept from others. */
  folder: string
  /** The keeper's program, where it was bundled. */
  file?: string
  /** Ends a session that nobody looks at and in which nothing runs, after so long; never without it. */
  idleMs?: number | null
}

const START_MS = 60_000

const KEEPER = join(import.meta.dirname, '..', 'keeper', `main${extname(import.meta.filename)}`)

/**
 * Starts the CLI, and gives the session once it has answered. It lives in this process and ends with it, unless it has a keeper.
 * Throws when there is no CLI, when the options contradict each other, or when it ends before it answers.
 */
export async function startSession(options: StartOptions): Promise<Session> {
  const start = await prepare(options)
  const session = options.keeper === undefined ? await startHere(start) : await startKept(start, options.keeper)
  await answered(session, options.startTimeoutMs ?? START_MS)
  return session
}

interface Start {
  cli: Cli
  context: LaunchContext & { version: string; settingsMode: string | null }
  claudeDir: string
  options: SessionOptions
  handlers: Handlers
  unsupported: readonly string[]
}

async function prepare(given: StartOptions): Promise<Start> {
  const { claude, baseEnv = process.env, startTimeoutMs: _, keeper: __, force = false, ...rest } = given
  const home = baseEnv.HOME ?? homedir()
  const cli = findCli({ named: claude, env: baseEnv, home })
  const version = await readCliVersion(cli, baseEnv)
  const claudeDir = baseEnv.CLAUDE_CONFIG_DIR ?? join(home, '.claude')
  const flags = await readCliFlags(cli, version)
  const context = {
    version,
    ...(flags === null ? {} : { flags: new Set(flags) }),
    baseEnv,
    settingsMode: readSettingsMode({ ...rest, claudeDir }),
  }
  const options = toFirstOptions(rest)
  const { resume, fork } = options
  if (resume !== undefined && fork === undefined && !force)
    await assertNotHeld({ sessionId: resume, claudeDir, isOurs: false })
  return { cli, context, claudeDir, options, handlers: given, unsupported: toLaunch(options, context).unsupported }
}

async function startHere({ cli, context, claudeDir, options, handlers, unsupported }: Start): Promise<Session> {
  const engine = new Engine({
    cli,
    cliVersion: context.version,
    cwd: options.cwd,
    log: new MemoryLog(),
    marker: randomUUID(),
    sessionId: options.sessionId ?? options.resume ?? '',
    resume: options.resume !== undefined && options.fork === undefined,
    launch: ({ sessionId, isFirst, restored }) =>
      toLaunch(isFirst ? options : toNextOptions(options, sessionId, restored), {
        ...context,
        cleanupDays: readCleanupDays({ ...options, claudeDir }),
      }),
    readPriorCost: createPriorCostReader(claudeDir, options.resume),
  })
  const session = new Session(engine, { handlers, isOwner: true, unsupported })
  const failed = await engine.start()
  if (failed !== null) throw new DriverError('cli_failed', `The CLI did not start: ${failed.reason}.`)
  return session
}

async function startKept(start: Start, { folder, file = KEEPER, idleMs = null }: KeeperChoice): Promise<Session> {
  const { cli, context, claudeDir, options, handlers, unsupported } = start
  const sessionId = options.sessionId ?? options.resume
  if (sessionId === undefined)
    throw new DriverError('bad_option', 'A keeper must know its session: name it with resume in place of continue.')
  const { version: cliVersion, flags, settingsMode, baseEnv } = context
  const cliFlags = flags === undefined ? null : [...flags]
  const spec = {
    folder,
    cli,
    cliVersion,
    cliFlags,
    options,
    sessionId,
    claudeDir,
    settingsMode,
    idleMs,
    marker: sessionId,
  }
  const link = await startKeeper(spec, { file, env: { ...baseEnv } })
  return new Session(new SharedLink(link), { handlers, unsupported })
}

/** The id is ours to choose, where there is one to choose: which session goes on with `continue`, only the CLI knows. */
function toFirstOptions({
  hooks,
  mcpServers,
  ...options
}: Omit<StartOptions, 'claude' | 'baseEnv' | 'keeper' | 'force'>): SessionOptions {
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
