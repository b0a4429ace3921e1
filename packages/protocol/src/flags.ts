import type { Since } from './lines/define.ts'

export interface Flag {
  short?: string
  alias?: string
  /** What follows it; `list` may be given several times or as one comma-separated value. */
  value: 'none' | 'text' | 'number' | 'list' | 'json' | 'path'
  /** The value may be left out. */
  optional?: true
  words?: readonly string[]
  since: Since
  use: string
}

/** Flags of the CLI that matter to a host of stream-json. */
export const cliFlags = {
  '--output-format': {
    value: 'text',
    words: ['text', 'json', 'stream-json'],
    since: 'documented',
    use: 'Always stream-json.',
  },
  '--input-format': { value: 'text', words: ['text', 'stream-json'], since: 'documented', use: 'Always stream-json.' },
  '--verbose': { value: 'none', since: 'documented', use: 'Always: stream-json output needs it.' },
  '--print': {
    short: '-p',
    value: 'none',
    since: 'documented',
    use: 'Not sent: needed only where stdout is a terminal.',
  },
  '--include-partial-messages': { value: 'none', since: 'documented', use: 'Always: text streams.' },
  '--replay-user-messages': {
    value: 'none',
    since: 'documented',
    use: 'Always: the echo proves that a message was taken.',
  },
  '--include-hook-events': { value: 'none', since: 'published', use: 'Where the version has it: hooks are shown.' },
  '--permission-prompt-tool': {
    value: 'text',
    words: ['stdio'],
    since: 'documented',
    use: 'Always stdio: prompts come as control requests.',
  },
  '--permission-mode': {
    value: 'text',
    words: ['default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'auto', 'delegate'],
    since: 'documented',
    use: 'Always: default unless another was asked for. delegate is of older CLIs only.',
  },
  '--permission-prompts': { value: 'text', words: ['host', 'none'], since: 'published', use: 'Option.' },
  '--dangerously-skip-permissions': { value: 'none', since: 'documented', use: 'Never sent.' },
  '--allow-dangerously-skip-permissions': {
    value: 'none',
    since: 'published',
    use: 'Only when the server allows bypass.',
  },
  '--allowedTools': { alias: '--allowed-tools', value: 'list', since: 'documented', use: 'Option.' },
  '--disallowedTools': { alias: '--disallowed-tools', value: 'list', since: 'documented', use: 'Option.' },
  '--tools': { value: 'list', words: ['', 'default'], since: 'documented', use: 'Option; empty means none.' },
  '--add-dir': { value: 'list', since: 'documented', use: 'Option: folders below the roots.' },
  '--model': { value: 'text', since: 'documented', use: 'Option.' },
  '--fallback-model': { value: 'text', since: 'documented', use: 'Option.' },
  '--effort': { value: 'text', words: ['low', 'medium', 'high', 'xhigh', 'max'], since: 'documented', use: 'Option.' },
  '--thinking': { value: 'text', words: ['adaptive', 'disabled'], since: 'published', use: 'Option.' },
  '--thinking-display': { value: 'text', words: ['summarized', 'omitted'], since: 'published', use: 'Option.' },
  '--max-thinking-tokens': { value: 'number', since: 'documented', use: 'Option.' },
  '--max-turns': { value: 'number', since: 'documented', use: 'Option: a limit.' },
  '--max-budget-usd': { value: 'number', since: 'documented', use: 'Option: a limit.' },
  '--task-budget': { value: 'number', since: 'published', use: 'Option: a limit.' },
  '--betas': { value: 'list', since: 'published', use: 'Option.' },
  '--session-id': { value: 'text', since: 'documented', use: 'Always for a new session: we choose its UUID.' },
  '--resume': { short: '-r', value: 'text', optional: true, since: 'documented', use: 'To go on with a session.' },
  '--continue': {
    short: '-c',
    value: 'none',
    since: 'documented',
    use: 'To go on with the newest session of the folder.',
  },
  '--fork-session': { value: 'none', since: 'documented', use: 'With --resume: goes on under a new id.' },
  '--resume-session-at': { value: 'text', since: 'published', use: 'To fork at a message.' },
  '--resume-drops-turn': { value: 'text', since: 'published', use: 'Option.' },
  '--from-pr': { value: 'text', optional: true, since: 'documented', use: 'Option.' },
  '--no-session-persistence': { value: 'none', since: 'documented', use: 'Option: leaves no transcript.' },
  '--system-prompt': { value: 'text', since: 'documented', use: 'Option.' },
  '--system-prompt-file': { value: 'path', since: 'published', use: 'Option.' },
  '--append-system-prompt': { value: 'text', since: 'documented', use: 'Option.' },
  '--append-system-prompt-file': { value: 'path', since: 'published', use: 'Option.' },
  '--append-subagent-system-prompt': { value: 'text', since: 'published', use: 'Option.' },
  '--system-prompt-snapshot': { value: 'text', words: ['on', 'off'], since: 'published', use: 'Option.' },
  '--exclude-dynamic-system-prompt-sections': { value: 'none', since: 'published', use: 'Option.' },
  '--agents': { value: 'json', since: 'documented', use: 'Option, with --allow-config only.' },
  '--agent': { value: 'text', since: 'documented', use: 'Option.' },
  '--mcp-config': { value: 'list', since: 'documented', use: 'Option, with --allow-config only.' },
  '--strict-mcp-config': { value: 'none', since: 'published', use: 'Option.' },
  '--settings': { value: 'json', since: 'documented', use: 'Option, with --allow-config only.' },
  '--setting-sources': { value: 'list', since: 'published', use: 'Option.' },
  '--managed-settings': { value: 'json', since: 'published', use: 'Never sent.' },
  '--plugin-dir': { value: 'path', since: 'documented', use: 'Option, with --allow-config only.' },
  '--plugin-dir-no-mcp': { value: 'path', since: 'published', use: 'Option, with --allow-config only.' },
  '--project-config-root': { value: 'path', since: 'published', use: 'Option.' },
  '--json-schema': { value: 'json', since: 'documented', use: 'Option: structured output.' },
  '--disable-slash-commands': { value: 'none', since: 'documented', use: 'Option.' },
  '--prompt-suggestions': {
    value: 'text',
    optional: true,
    since: 'published',
    use: 'Asked for in initialize instead.',
  },
  '--forward-subagent-text': { value: 'none', since: 'published', use: 'Asked for in initialize instead.' },
  '--enable-auth-status': { value: 'none', since: 'published', use: 'Option.' },
  '--session-mirror': { value: 'none', since: 'published', use: 'Not sent: the archive reads the files.' },
  '--await-initialize': { value: 'none', since: 'published', use: 'Not sent.' },
  '--name': { short: '-n', value: 'text', since: 'published', use: 'Option: a title.' },
  '--worktree': { short: '-w', value: 'text', optional: true, since: 'published', use: 'Option.' },
  '--autocompact': { value: 'text', since: 'published', use: 'Option.' },
  '--bare': { value: 'none', since: 'published', use: 'Option.' },
  '--safe-mode': { value: 'none', since: 'published', use: 'Option.' },
  '--restricted': { value: 'none', since: 'published', use: 'Option.' },
  '--debug': { short: '-d', value: 'text', optional: true, since: 'documented', use: 'Option.' },
  '--debug-file': { value: 'path', since: 'documented', use: 'On request: keeps the log of a session.' },
  '--help': { short: '-h', value: 'none', since: 'documented', use: 'Not for a host.' },
} as const satisfies Readonly<Record<string, Flag>>
