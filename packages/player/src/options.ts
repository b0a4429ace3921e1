/** What the command line asks for, as far as a player does something with it. */
export interface PlayerOptions {
  showVersion: boolean
  /** Of a new session, or of the copy of a forked one. */
  sessionId: string | undefined
  resume: string | undefined
  /** Go on with the newest session of the folder. */
  continueNewest: boolean
  fork: boolean
  /** The uuid of the last message to take over. */
  resumeAt: string | undefined
  model: string | undefined
  permissionMode: string
  partialMessages: boolean
  replayUserMessages: boolean
  hookEvents: boolean
  keepTranscript: boolean
}

/** Flags that take a value, so that the value is not taken for a flag of its own; those not named here stand alone. */
const WITH_VALUE = new Set([
  '--session-id',
  '--resume',
  '-r',
  '--resume-session-at',
  '--model',
  '--permission-mode',
  '--output-format',
  '--input-format',
  '--permission-prompt-tool',
])

/** Reads the arguments of the real CLI. What it does not know is ignored: a newer host may well say more. */
export function parseOptions(argv: readonly string[]): PlayerOptions {
  const flags = new Map<string, string>()
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string
    const [, name, value] = word.match(/^(--?[\w-]+)(?:=([\s\S]*))?$/) ?? []
    if (name === undefined) continue
    const next = argv[index + 1]
    const takesNext = value === undefined && WITH_VALUE.has(name) && next !== undefined && !next.startsWith('-')
    flags.set(name, value ?? (takesNext ? next : ''))
    if (takesNext) index++
  }
  return {
    showVersion: flags.has('--version') || flags.has('-v'),
    sessionId: flags.get('--session-id'),
    resume: flags.get('--resume') || flags.get('-r') || undefined,
    continueNewest: flags.has('--continue') || flags.has('-c'),
    fork: flags.has('--fork-session'),
    resumeAt: flags.get('--resume-session-at'),
    model: flags.get('--model'),
    permissionMode: flags.get('--permission-mode') || 'default',
    partialMessages: flags.has('--include-partial-messages'),
    replayUserMessages: flags.has('--replay-user-messages'),
    hookEvents: flags.has('--include-hook-events'),
    keepTranscript: !flags.has('--no-session-persistence'),
  }
}
