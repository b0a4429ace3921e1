import type { cliFlags } from '@quarterdeck/protocol/pure'
import { CAPABILITIES } from './cli-support.ts'
import type { SessionOptions } from './session-options.ts'

/**
 * How a value is written. Each is joined to its flag with `=`, so that one which begins with a dash is not taken for a flag:
 * `switch` is the flag alone; `text` one value; `each` a flag for every value, since rules and paths may hold commas and
 * spaces; `comma` all of them in one, for flags that take no second; `json` a path as it is, or JSON.
 */
export type Shape = 'switch' | 'text' | 'each' | 'comma' | 'json' | 'on-off'

export type FlagRow =
  /** Sent with every session, where the version has it. */
  | { kind: 'always'; value?: string; since?: string }
  | { kind: 'option'; option: keyof SessionOptions; shape: Shape; since?: string }
  /** The option goes into `initialize` instead. */
  | { kind: 'initialize'; option: keyof SessionOptions }
  /** `toSessionFlags` and the permission mode have a say of their own. */
  | { kind: 'session'; option: keyof SessionOptions }
  | { kind: 'never'; why: string }

/** In 2.1.325 and not in 2.1.38; the release notes between them do not name it. A CLI ends at once over an unknown flag. */
export const LATER = '2.1.325'

const always = (value?: string): FlagRow => ({ kind: 'always', ...(value === undefined ? {} : { value }) })
const option = (name: keyof SessionOptions, shape: Shape, since?: string): FlagRow => ({
  kind: 'option',
  option: name,
  shape,
  ...(since === undefined ? {} : { since }),
})
const inInitialize = (name: keyof SessionOptions): FlagRow => ({ kind: 'initialize', option: name })
const bySession = (name: keyof SessionOptions): FlagRow => ({ kind: 'session', option: name })
const never = (why: string): FlagRow => ({ kind: 'never', why })

/** What becomes of every flag of the CLI. */
export const FLAG_TABLE: Readonly<Record<keyof typeof cliFlags, FlagRow>> = {
  '--output-format': always('stream-json'),
  '--input-format': always('stream-json'),
  '--verbose': always(),
  '--include-partial-messages': always(),
  '--replay-user-messages': always(),
  '--permission-prompt-tool': always('stdio'),
  '--include-hook-events': { kind: 'always', since: CAPABILITIES.hookEvents },
  '--permission-mode': bySession('permissionMode'),
  '--session-id': bySession('sessionId'),
  '--resume': bySession('resume'),
  '--continue': bySession('continue'),
  '--fork-session': bySession('fork'),
  '--resume-session-at': bySession('resumeAt'),
  '--resume-drops-turn': option('resumeDropsTurn', 'text', LATER),
  '--from-pr': option('fromPr', 'text'),
  '--no-session-persistence': option('noSessionPersistence', 'switch'),
  '--name': option('title', 'text', '2.1.76'),
  '--worktree': option('worktree', 'text', '2.1.49'),
  '--model': option('model', 'text'),
  '--fallback-model': option('fallbackModel', 'comma'),
  '--effort': option('effort', 'text'),
  '--thinking': option('thinking', 'text', LATER),
  '--thinking-display': option('thinkingDisplay', 'text', LATER),
  '--max-thinking-tokens': option('maxThinkingTokens', 'text'),
  '--betas': option('betas', 'each'),
  '--autocompact': option('autocompact', 'text', LATER),
  '--max-turns': option('maxTurns', 'text'),
  '--max-budget-usd': option('maxBudgetUsd', 'text'),
  '--task-budget': option('taskBudget', 'text', LATER),
  '--permission-prompts': option('permissionPrompts', 'text', LATER),
  '--allow-dangerously-skip-permissions': option('allowBypass', 'switch'),
  '--allowedTools': option('allowedTools', 'each'),
  '--disallowedTools': option('disallowedTools', 'each'),
  '--tools': option('tools', 'comma'),
  '--add-dir': option('addDirs', 'each'),
  '--restricted': option('restricted', 'switch', LATER),
  '--system-prompt': option('systemPrompt', 'text'),
  '--system-prompt-file': option('systemPromptFile', 'text'),
  '--append-system-prompt': inInitialize('appendSystemPrompt'),
  '--append-system-prompt-file': option('appendSystemPromptFile', 'text'),
  '--append-subagent-system-prompt': option('appendSubagentSystemPrompt', 'text', LATER),
  '--system-prompt-snapshot': option('systemPromptSnapshot', 'on-off', LATER),
  '--exclude-dynamic-system-prompt-sections': option('excludeDynamicSystemPromptSections', 'switch', LATER),
  '--json-schema': inInitialize('jsonSchema'),
  '--agents': inInitialize('agents'),
  '--agent': option('agent', 'text'),
  '--mcp-config': option('mcpConfig', 'each'),
  '--strict-mcp-config': option('strictMcpConfig', 'switch'),
  '--settings': option('settings', 'json'),
  '--setting-sources': option('settingSources', 'comma'),
  '--plugin-dir': option('pluginDirs', 'each'),
  '--plugin-dir-no-mcp': option('pluginDirsNoMcp', 'each', LATER),
  '--project-config-root': option('projectConfigRoot', 'text', LATER),
  '--disable-slash-commands': option('disableSlashCommands', 'switch'),
  '--bare': option('bare', 'switch', '2.1.81'),
  '--safe-mode': option('safeMode', 'switch', LATER),
  '--prompt-suggestions': inInitialize('promptSuggestions'),
  '--forward-subagent-text': inInitialize('forwardSubagentText'),
  '--enable-auth-status': option('enableAuthStatus', 'switch'),
  '--debug': option('debug', 'text'),
  '--debug-file': option('debugFile', 'text'),
  '--print': never('stdout is a pipe, which says the same'),
  '--help': never('it prints and ends'),
  '--dangerously-skip-permissions': never('nobody would be asked; a mode can be chosen instead'),
  '--managed-settings': never("it would speak in the administrator's name"),
  '--session-mirror': never('the archive reads the transcripts themselves'),
  '--await-initialize': never('initialize is the first line anyway, and without it the CLI starts sooner'),
}

export interface InitializeRow {
  /** Sent as it stands when the option is left out. */
  byDefault?: true
  /** The first version that is known to do something with it. */
  since?: string
}

/** What travels in the `initialize` request. */
export const INITIALIZE_TABLE = {
  appendSystemPrompt: {},
  jsonSchema: {},
  agents: {},
  hooks: {},
  sdkMcpServers: {},
  sdkMcpServerConfigs: { since: LATER },
  planModeInstructions: { since: LATER },
  toolAliases: { since: LATER },
  skills: { since: LATER },
  supportedDialogKinds: { since: LATER },
  agentProgressSummaries: { since: LATER },
  promptSuggestions: { byDefault: true, since: CAPABILITIES.promptSuggestions },
  forwardSubagentText: { byDefault: true, since: CAPABILITIES.forwardSubagentText },
  perTaskStopAffordance: { byDefault: true, since: CAPABILITIES.perTaskStop },
} as const satisfies Partial<Record<keyof SessionOptions, InitializeRow>>

/** Options that are neither a flag nor a field. */
export const OTHER_OPTIONS = {
  cwd: 'the folder the process starts in',
  env: 'the environment of the process',
  fileCheckpointing: 'CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING in the environment',
} as const satisfies Partial<Record<keyof SessionOptions, string>>
