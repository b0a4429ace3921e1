import type { ControlRequests } from '@quarterdeck/protocol/pure'
import { DriverError } from '../driver-error.ts'
import { toChildEnv } from './child-env.ts'
import { isAtLeast } from './cli-version.ts'
import { FLAG_TABLE, type FlagRow, INITIALIZE_TABLE, type InitializeRow, type Shape } from './launch-table.ts'
import type { SessionOptions } from './session-options.ts'
import { withTranscriptsKept } from './settings/keep-transcripts.ts'

export interface Launch {
  argv: string[]
  env: Record<string, string>
  /** To be sent as the first line. */
  initialize: ControlRequests['initialize']['request']
  /** Options that were given and that this version does not have. */
  unsupported: (keyof SessionOptions)[]
}

export interface LaunchContext {
  /** The CLI's version; null where it does not say. */
  version: string | null
  /** The flags it has (`readCliWords`). Without them they are judged by the version, and one in doubt is left out. */
  flags?: ReadonlySet<string>
  /** Our own environment, which the child inherits in part. */
  baseEnv: Readonly<Record<string, string | undefined>>
  /** The mode that the user's settings name (`readSettingsMode`): it is theirs to choose, so nothing is sent over it. */
  settingsMode?: string | null
  /** For how long the user's settings let the CLI keep transcripts (`readCleanupDays`): a 0 is left alone, all else becomes "for good". */
  cleanupDays?: number | null
}

/** The kernel takes no argument over 128 KiB, and says only `E2BIG`. */
const LONGEST_ARGUMENT = 128 * 1024 - 1

/** How to start the CLI for these options, and what to tell it first. Throws where the options contradict each other. */
export function toLaunch(given: SessionOptions, context: LaunchContext): Launch {
  assertSession(given)
  const { baseEnv, settingsMode, cleanupDays = null } = context
  const options = withTranscriptsKept(given, cleanupDays)
  const argv = [
    ...Object.entries(FLAG_TABLE).flatMap(([flag, row]) => toFlags(flag, row, options, context)),
    ...toModeFlags(options, settingsMode ?? null),
    ...toSessionFlags(options),
  ]
  for (const argument of argv) assertFits(argument)
  const { fileCheckpointing = true } = options
  const checkpointing = fileCheckpointing ? { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' } : {}
  return {
    argv,
    env: toChildEnv(baseEnv, { ...checkpointing, ...options.env }),
    initialize: toInitialize(options),
    unsupported: findUnsupported(options, context),
  }
}

function toFlags(flag: string, row: FlagRow, options: SessionOptions, context: LaunchContext): string[] {
  if (row.kind !== 'always' && row.kind !== 'option') return []
  if (!hasFlag(flag, row.since, context)) return []
  if (row.kind === 'always') return [row.value === undefined ? flag : `${flag}=${row.value}`]
  const value = options[row.option]
  return value === undefined ? [] : WRITE[row.shape](flag, value)
}

function hasFlag(flag: string, since: string | undefined, { version, flags }: LaunchContext): boolean {
  return since === undefined || (flags?.has(flag) ?? isAtLeast(version, since))
}

const WRITE: Readonly<Record<Shape, (flag: string, value: unknown) => string[]>> = {
  switch: (flag, value) => (value === true ? [flag] : []),
  // A flag whose value may be left out, such as --debug.
  text: (flag, value) => (value === true ? [flag] : [`${flag}=${value}`]),
  each: (flag, value) => (value as unknown[]).map((each) => `${flag}=${toText(each)}`),
  comma: (flag, value) => [`${flag}=${[value].flat().join(',')}`],
  json: (flag, value) => [`${flag}=${toText(value)}`],
  'on-off': (flag, value) => [`${flag}=${value === true ? 'on' : 'off'}`],
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Some accounts default to a mode that asks nobody; a host that shows approvals must say that it wants to be asked. What the
 * settings name stands, but that nobody is asked at all is not for a project's file to decide.
 */
function toModeFlags({ permissionMode, settings, allowBypass }: SessionOptions, settingsMode: string | null): string[] {
  const ofSettings = readModeOf(settings) ?? settingsMode
  const mayStand = ofSettings !== null && (ofSettings !== 'bypassPermissions' || allowBypass === true)
  if (permissionMode === undefined && mayStand) return []
  return [`--permission-mode=${permissionMode ?? 'default'}`]
}

function readModeOf(settings: SessionOptions['settings']): string | null {
  if (typeof settings !== 'object') return null
  const mode = (settings.permissions as { defaultMode?: unknown } | undefined)?.defaultMode
  return typeof mode === 'string' ? mode : null
}

function toSessionFlags({ sessionId, resume, continue: goesOn, fork, resumeAt }: SessionOptions): string[] {
  const at = fork === undefined || fork === true ? resumeAt : fork.at
  const isNew = sessionId !== undefined && sessionId !== resume
  return [
    ...(resume === undefined ? [] : [`--resume=${resume}`]),
    ...(goesOn === true ? ['--continue'] : []),
    ...(fork === undefined ? [] : ['--fork-session']),
    ...(at === undefined ? [] : [`--resume-session-at=${at}`]),
    ...(isNew ? [`--session-id=${sessionId}`] : []),
  ]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The CLI would end at once over these, with a sentence on stderr. */
function assertSession({ sessionId, resume, continue: goesOn, fork, resumeAt }: SessionOptions): void {
  const wrong = (message: string) => new DriverError('bad_option', message)
  const goesBack = resume !== undefined || goesOn === true
  if (sessionId !== undefined && !UUID.test(sessionId))
    throw wrong(`'${sessionId}' is no session id: it must be a UUID.`)
  if (resume !== undefined && goesOn === true) throw wrong('Both resume and continue were given. Choose one of them.')
  if (fork !== undefined && !goesBack) throw wrong('There is nothing to fork. Name a session with resume.')
  if (goesBack && fork === undefined && sessionId !== undefined && sessionId !== resume)
    throw wrong(`A session keeps its id when it goes on. Leave out sessionId ('${sessionId}'), or fork.`)
  const at = typeof fork === 'object' ? fork.at : resumeAt
  if (at !== undefined && resume === undefined) throw wrong(`Name the session that message '${at}' is of with resume.`)
}

/** Sent whole to every version: one that does not know a field passes over it. */
function toInitialize(options: SessionOptions): Launch['initialize'] {
  const fields = Object.entries<InitializeRow>(INITIALIZE_TABLE).flatMap(([name, row]) => {
    const value = options[name as keyof SessionOptions] ?? row.byDefault
    return value === undefined ? [] : [[name, value]]
  })
  return { subtype: 'initialize', ...Object.fromEntries(fields) }
}

function findUnsupported(options: SessionOptions, context: LaunchContext): (keyof SessionOptions)[] {
  const flags = Object.entries(FLAG_TABLE).flatMap(([flag, row]) =>
    row.kind === 'option' && !hasFlag(flag, row.since, context) ? [row.option] : [],
  )
  const fields = Object.entries<InitializeRow>(INITIALIZE_TABLE).flatMap(([name, { since }]) =>
    isAtLeast(context.version, since ?? '0.0.0') ? [] : [name as keyof SessionOptions],
  )
  return [...flags, ...fields].filter((name) => options[name] !== undefined && options[name] !== false)
}

function assertFits(argument: string): void {
  const bytes = Buffer.byteLength(argument)
  if (bytes <= LONGEST_ARGUMENT && !argument.includes('\0')) return
  const flag = argument.split('=')[0]
  const problem = bytes > LONGEST_ARGUMENT ? `is ${bytes} bytes long, and the system takes 128 KiB` : 'holds a NUL'
  const files = 'Put it into a file and name that (systemPromptFile, or a path in settings and mcpConfig).'
  throw new DriverError('bad_option', `The value of ${flag} ${problem}. ${files}`)
}
