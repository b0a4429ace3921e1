import type { CommandInfo } from '../composer/completion/rank-commands.ts'

export type PanelName =
  | 'config'
  | 'model'
  | 'fast'
  | 'help'
  | 'status'
  | 'permissions'
  | 'memory'
  | 'add-dir'
  | 'resume'
  | 'rename'
  | 'rewind'
  | 'export'
  | 'mcp'
  | 'doctor'
  | 'keybindings-help'

/** The effect of a terminal command in the page. */
export type TerminalAction =
  | { kind: 'panel'; panel: PanelName; argument: string }
  | { kind: 'model'; model: string }
  | { kind: 'effort'; effort: string }
  | { kind: 'rename'; title: string }
  /** Plan mode, and what to plan, where that was said. */
  | { kind: 'plan'; prompt: string }

interface TerminalCommand {
  name: string
  aliases?: readonly string[]
  description: string
  argumentHint?: string
  /** What it does with what stands behind it; null: that is for the CLI. */
  toAction: (argument: string) => TerminalAction | null
}

const opens =
  (panel: PanelName) =>
  (argument: string): TerminalAction => ({ kind: 'panel', panel, argument })

/** A panel where nothing stands behind the command; with arguments, the CLI knows better. */
const opensBare =
  (panel: PanelName) =>
  (argument: string): TerminalAction | null =>
    argument === '' ? opens(panel)(argument) : null

/** Commands of the terminal that draw there: the page has its own way for each. Every other one goes to the CLI. */
export const TERMINAL_COMMANDS: readonly TerminalCommand[] = [
  {
    name: 'config',
    aliases: ['settings', 'output-style'],
    description: 'Choose the output style, and see which file says what',
    toAction: opensBare('config'),
  },
  {
    name: 'model',
    description: 'Choose the model and the effort',
    argumentHint: '[model]',
    toAction: (argument) => (argument === '' ? opens('model')('') : { kind: 'model', model: argument }),
  },
  {
    name: 'effort',
    description: 'Choose how hard Claude thinks',
    argumentHint: '[low|medium|high|…]',
    toAction: (argument) => (argument === '' ? opens('model')('') : { kind: 'effort', effort: argument }),
  },
  { name: 'fast', description: 'Turn fast mode on or off', toAction: opensBare('fast') },
  { name: 'help', description: 'What can be typed here', toAction: opens('help') },
  { name: 'status', description: 'The session, the account and the version', toAction: opens('status') },
  {
    name: 'permissions',
    aliases: ['allowed-tools'],
    description: 'See the rules in force, and change them',
    toAction: opens('permissions'),
  },
  { name: 'memory', description: 'Read and edit the CLAUDE.md files', toAction: opens('memory') },
  {
    name: 'add-dir',
    description: 'Let Claude work in another folder',
    argumentHint: '<folder>',
    toAction: opens('add-dir'),
  },
  {
    name: 'resume',
    aliases: ['continue'],
    description: 'Go on with another session',
    argumentHint: '[words of its title]',
    toAction: opens('resume'),
  },
  {
    name: 'rename',
    description: 'Give the session a title',
    argumentHint: '[title]',
    toAction: (argument) => (argument === '' ? opens('rename')('') : { kind: 'rename', title: argument }),
  },
  {
    name: 'rewind',
    aliases: ['checkpoint'],
    description: 'Put files back to how they were at a prompt',
    toAction: opens('rewind'),
  },
  { name: 'export', description: 'Save the conversation as a file', toAction: opens('export') },
  { name: 'mcp', description: 'The MCP servers of the session', toAction: opensBare('mcp') },
  { name: 'doctor', description: 'Whether everything is in order', toAction: opensBare('doctor') },
  {
    name: 'plan',
    description: 'Plan first: nothing is changed until you approve',
    argumentHint: '[what to plan]',
    toAction: (argument) => ({ kind: 'plan', prompt: argument }),
  },
  { name: 'keybindings-help', description: 'The keys of this page', toAction: opens('keybindings-help') },
]

/** The effect of a typed command of the terminal; null where it is for the CLI. */
export function parseTerminalCommand(text: string): TerminalAction | null {
  const [, name, argument = ''] = /^\/([\w-]+)(?:\s+(.*))?$/s.exec(text) ?? []
  if (name === undefined) return null
  const found = TERMINAL_COMMANDS.find((each) => each.name === name || each.aliases?.includes(name))
  return found?.toAction(argument.trim()) ?? null
}

/** The commands that can be typed: ours in the place of those of the CLI that have the same name. */
export function withTerminalCommands(commands: readonly CommandInfo[]): CommandInfo[] {
  const own = new Set(TERMINAL_COMMANDS.map(({ name }) => name))
  const ours = TERMINAL_COMMANDS.map(({ name, description, argumentHint }) => ({
    name,
    description,
    from: 'opens here',
    ...(argumentHint !== undefined && { argumentHint }),
  }))
  // Names that begin so are for programs.
  const others = commands.filter(({ name }) => !own.has(name) && !name.startsWith('__'))
  return [...others, ...ours]
}
