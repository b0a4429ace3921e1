import { randomBytes } from 'node:crypto'
import { homedir, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commands } from './commands/commands.ts'
import { LOG_LEVELS, type LogLevel } from './log/log-level.ts'
import { type Config, readConfigFile } from './options/config-file.ts'
import { FLAGS, toFlagHelp } from './options/flags.ts'
import { type Place, parsePlace } from './options/place.ts'

export interface Options extends Place {
  port: number
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
  /** Sessions only below these; none named means any folder that is trusted. */
  roots: string[]
  /** Devices may choose the mode that asks nobody. */
  allowBypass: boolean
  /** Devices may send settings, MCP servers, agents and plugins. */
  allowConfig: boolean
  bridge: boolean
  /** Undefined where nobody chose. */
  logLevel: LogLevel | undefined
}

export type ParsedOptions =
  | { kind: 'serve'; options: Options }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; message: string }

export const HELP = `Quarterdeck: command Claude Code from a browser.

  npm start [-- FLAGS]      or      quarterdeck [serve] [FLAGS]

${toFlagHelp()}
The same names may stand in config.json in the data directory, as in {"port": 4200, "public-url": ["https://deck.example.com"]}. Flags win.

Other commands, each with --help of its own:

${Object.entries(commands)
  .map(([name, { summary }]) => `  quarterdeck ${name.padEnd(10)} ${summary}\n`)
  .join('')}`

export function parseOptions(
  argv: string[],
  env: NodeJS.ProcessEnv,
  readConfig: (data: string) => Config = readConfigFile,
): ParsedOptions {
  let parsed: ReturnType<typeof parseFlags>
  try {
    parsed = parseFlags(argv)
  } catch (error) {
    return { kind: 'wrong', message: toSentence(error as Error & { code?: string }) }
  }
  const { values: flags, positionals } = parsed
  if (flags.help) return { kind: 'help' }
  if (flags.version) return { kind: 'version' }
  const [command = 'serve', ...rest] = positionals
  if (command !== 'serve') return wrong(`There is no command '${command}'.`)
  if (rest.length > 0) return wrong(`'${rest[0]}' is one word too many.`)
  if (flags.data === '') return wrong('--data wants a path.')
  const isTemporary = flags.demo === true && flags.data === undefined
  const data = isTemporary ? toDemoFolder() : toDataFolder(flags.data, env)
  const config = readConfig(data)
  if (config.kind === 'wrong') return config
  const options = toOptions({ ...(config.values as typeof flags), ...flags }, { data, isTemporary })
  if (typeof options !== 'string') return { kind: 'serve', options }
  const name = /^--([a-z-]+)/.exec(options)?.[1] ?? ''
  const isOfFile = Object.hasOwn(config.values, name) && !Object.hasOwn(flags, name)
  return wrong(isOfFile ? `'${join(data, 'config.json')}': '${name}'${options.slice(2 + name.length)}` : options)
}

/** A sentence where something is wrong. */
function toOptions(
  values: ReturnType<typeof parseFlags>['values'],
  { data, isTemporary }: Pick<Options, 'data' | 'isTemporary'>,
): Options | string {
  const port = Number(values.port ?? 4100)
  if (!/^\d+$/.test(values.port ?? '4100') || port > 65_535)
    return `--port takes a number from 0 to 65535, not '${values.port}'.`
  const place = parsePlace({
    host: values.host,
    basePath: values['base-path'],
    publicUrls: values['public-url'] ?? [],
    tlsCert: values['tls-cert'],
    tlsKey: values['tls-key'],
    insecureLan: values['insecure-lan'] ?? false,
  })
  if (typeof place === 'string') return place
  for (const name of ['claude', 'claude-dir'] as const) if (values[name] === '') return `--${name} wants a path.`
  if (values.root?.includes('')) return '--root wants a path.'
  if (!/^[1-9]\d{0,3}$/.test(values['max-live'] ?? '1'))
    return `--max-live takes a number from 1 to 9999, not '${values['max-live']}'.`
  const logLevel = values['log-level'] as LogLevel | undefined
  if (logLevel !== undefined && !LOG_LEVELS.includes(logLevel))
    return `--log-level is one of ${LOG_LEVELS.join(', ')}, not '${logLevel}'.`
  if (values.demo && values.claude !== undefined) return '--demo has an agent of its own; leave out --claude.'
  return {
    ...place,
    port,
    data,
    isTemporary,
    claude: values.claude,
    claudeDir: values['claude-dir'] === undefined ? undefined : resolve(values['claude-dir']),
    maxLive: values['max-live'] === undefined ? toMaxLive(totalmem()) : Number(values['max-live']),
    open: !values['no-open'],
    demo: values.demo ?? false,
    roots: (values.root ?? []).map((path) => resolve(path)),
    allowBypass: values['allow-bypass'] ?? false,
    allowConfig: values['allow-config'] ?? false,
    bridge: values.bridge ?? false,
    logLevel,
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
  return parseArgs({ args: argv, allowPositionals: true, options: FLAGS })
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
