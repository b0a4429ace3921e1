/** What `parseArgs` gives, and what `DATA/config.json` may hold: the same names, the same values. */
export type FlagValues = Partial<Record<string, string | boolean | string[]>>

interface Flag {
  type: 'string' | 'boolean'
  multiple?: true
  short?: string
  /** What its value is called, and what it is for. */
  value?: string
  help: string
  /** Makes no sense in a file that lies in the data directory. */
  isOnlyFlag?: true
}

export const FLAGS = {
  port: { type: 'string', value: 'N', help: 'port to listen on; 0 takes any free one (default 4100)' },
  host: {
    type: 'string',
    value: 'ADDR',
    help: 'address to listen on (default 127.0.0.1); others than loopback need TLS or --insecure-lan',
  },
  data: {
    type: 'string',
    value: 'DIR',
    help: 'where Quarterdeck keeps its own state (default $QUARTERDECK_DATA or ~/.quarterdeck)',
    isOnlyFlag: true,
  },
  claude: {
    type: 'string',
    value: 'PATH',
    help: 'the Claude Code CLI (default $QUARTERDECK_CLAUDE, then claude on PATH, ~/.claude/local/claude, node_modules)',
  },
  'claude-dir': {
    type: 'string',
    value: 'DIR',
    help: "the CLI's data directory (default $CLAUDE_CONFIG_DIR or ~/.claude)",
  },
  'public-url': {
    type: 'string',
    multiple: true,
    value: 'URL',
    help: 'an address that people use, through a proxy or a tunnel; may be given several times',
  },
  'base-path': { type: 'string', value: '/X', help: 'serve everything below this path' },
  'tls-cert': { type: 'string', value: 'F', help: 'serve https with this certificate (PEM), and' },
  'tls-key': { type: 'string', value: 'F', help: 'its key' },
  'insecure-lan': {
    type: 'boolean',
    help: 'listen beyond loopback without TLS: everyone on that network can read along',
  },
  root: {
    type: 'string',
    multiple: true,
    value: 'DIR',
    help: 'sessions only below this folder; may be given several times (default: any folder that is trusted)',
  },
  'allow-bypass': { type: 'boolean', help: 'let devices choose bypassPermissions, which asks nobody' },
  'allow-config': { type: 'boolean', help: 'let devices send settings, MCP servers, agents and plugins' },
  'max-live': {
    type: 'string',
    value: 'N',
    help: 'how many CLIs may run at once (default by memory, one for each 0.25 GB)',
  },
  bridge: { type: 'boolean', help: 'open the bridge for programs at /bridge, with a key of its own' },
  'log-level': {
    type: 'string',
    value: 'LEVEL',
    help: 'debug, info, warn, error or silent (default: info in the log, warnings on the terminal)',
  },
  'no-open': { type: 'boolean', help: 'do not open the browser' },
  demo: {
    type: 'boolean',
    help: 'try it without an account: a scripted agent and sample projects, gone when the server stops',
  },
  version: { type: 'boolean', help: 'print the version', isOnlyFlag: true },
  help: { type: 'boolean', short: 'h', help: 'print this', isOnlyFlag: true },
} as const satisfies Readonly<Record<string, Flag>>

/** A line for each. */
export function toFlagHelp(): string {
  const lines = Object.entries(FLAGS as Record<string, Flag>).map(
    ([name, { value, help }]) => `  ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(18)} ${help}\n`,
  )
  return lines.join('')
}
