import { randomBytes } from 'node:crypto'
import { homedir, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commands } from './commands/commands.ts'

export interface Options {
  port: number
  host: string
  data: string
  /** The data directory is of no use afterwards. */
  isTemporary: boolean
  claude: string | undefined
  claudeDir: string | undefined
  open: boolean
  /** So many CLIs may run at once. */
  maxLive: number
  /** A scripted agent and sample data in the place of the CLI. */
  demo: boolean
}

export type ParsedOptions =
  | { kind: 'serve'; options: Options }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; message: string }

export const HELP = `Quarterdeck: command Claude Code from a browser.

  npm start [-- FLAGS]      or      quarterdeck [serve] [FLAGS]

  --port N          port to listen on; 0 takes any free one (default 4100)
  --host ADDR       loopback address to listen on (default 127.0.0.1)
  --data DIR        where Quarterdeck keeps its own state (default $QUARTERDECK_DATA or ~/.quarterdeck)
  --claude PATH     the Claude Code CLI (default $QUARTERDECK_CLAUDE, then claude on PATH, ~/.claude/local/claude, node_modules)
  --claude-dir DIR  the CLI's data directory (default $CLAUDE_CONFIG_DIR or ~/.claude)
  --max-live N      how many CLIs may run at once (default by memory, one for each 0.25 GB)
  --no-open         do not open the browser
  --demo            try it without an account: a scripted agent and sample projects, gone when the server stops
  --version         print the version
  --help            print this

Other commands, each with --help of its own:

${Object.entries(commands)
  .map(([name, { summary }]) => `  quarterdeck ${name.padEnd(10)} ${summary}\n`)
  .join('')}`

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

export function parseOptions(argv: string[], env: NodeJS.ProcessEnv): ParsedOptions {
  let parsed: ReturnType<typeof parseFlags>
  try {
    parsed = parseFlags(argv)
  } catch (error) {
    return { kind: 'wrong', message: toSentence(error as Error & { code?: string }) }
  }
  const { values, positionals } = parsed
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  const [command = 'serve', ...rest] = positionals
  if (command !== 'serve') return wrong(`There is no command '${command}'.`)
  if (rest.length > 0) return wrong(`'${rest[0]}' is one word too many.`)

  const port = Number(values.port ?? 4100)
  if (!/^\d+$/.test(values.port ?? '4100') || port > 65_535)
    return wrong(`--port takes a number from 0 to 65535, not '${values.port}'.`)
  const host = values.host ?? '127.0.0.1'
  if (!LOOPBACK.includes(host))
    return wrong(
      `--host '${host}' is not a loopback address (${LOOPBACK.join(', ')}), and others cannot be served safely yet.`,
    )
  for (const name of ['data', 'claude', 'claude-dir'] as const) {
    if (values[name] === '') return wrong(`--${name} wants a path.`)
  }
  if (!/^[1-9]\d{0,3}$/.test(values['max-live'] ?? '1'))
    return wrong(`--max-live takes a number from 1 to 9999, not '${values['max-live']}'.`)
  if (values.demo && values.claude !== undefined) return wrong('--demo has an agent of its own; leave out --claude.')
  const isTemporary = values.demo === true && values.data === undefined
  return {
    kind: 'serve',
    options: {
      port,
      host,
      data: isTemporary ? toDemoFolder() : toDataFolder(values.data, env),
      isTemporary,
      claude: values.claude,
      claudeDir: values['claude-dir'] === undefined ? undefined : resolve(values['claude-dir']),
      maxLive: values['max-live'] === undefined ? toMaxLive(totalmem()) : Number(values['max-live']),
      open: !values['no-open'],
      demo: values.demo ?? false,
    },
  }
}

/** A CLI takes about 0.25 GB; a part of the memory is left for everything else. */
function toMaxLive(bytes: number): number {
  return Math.max(4, Math.floor((bytes * 0.75) / 0.25e9))
}

export function toDataFolder(named: string | undefined, env: NodeJS.ProcessEnv): string {
  return resolve(named ?? env.QUARTERDECK_DATA ?? join(homedir(), '.quarterdeck'))
}

/** Not beside the user's own sessions, and of no use afterwards. */
function toDemoFolder(): string {
  return join(tmpdir(), `quarterdeck-demo-${randomBytes(6).toString('hex')}`)
}

function parseFlags(argv: string[]) {
  return parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      data: { type: 'string' },
      claude: { type: 'string' },
      'claude-dir': { type: 'string' },
      'max-live': { type: 'string' },
      'no-open': { type: 'boolean' },
      demo: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  })
}

/** What is wrong with the flags, from what the parser says of them. */
export function toSentence(error: Error & { code?: string }): string {
  const flag = /'(-{1,2}[^' ]+)/.exec(error.message)?.[1]
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no flag '${flag}'. --help lists them.`
  if (/argument missing|is ambiguous/.test(error.message)) return `${flag} wants a value. --help says which.`
  if (/does not take an argument/.test(error.message)) return `${flag} takes no value.`
  return `${error.message} --help lists the flags.`
}

function wrong(message: string): ParsedOptions {
  return { kind: 'wrong', message: `${message} --help lists what there is.` }
}
