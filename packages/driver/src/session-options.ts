import type { ControlRequests } from '@quarterdeck/protocol/pure'

type Initialize = ControlRequests['initialize']['request']

/** `(string & {})`: a newer CLI may know more words than we do. */
type Word<W extends string> = W | (string & {})

/** JSON that goes to the CLI as it is, or the path of a file that holds it. */
export type JsonOrPath = string | Record<string, unknown>

/**
 * All that a session can be started with. What is left out is left to the CLI and its settings. `docs/driver-options.md` says
 * where each one goes.
 */
export interface SessionOptions {
  /** The project's folder. */
  cwd: string

  // Which conversation.
  /** The id of a new session, or of the copy that a fork makes: a UUID. */
  sessionId?: string
  /** Go on with this session. */
  resume?: string
  /** Go on with the newest session of the folder. */
  continue?: boolean
  /** With `resume` or `continue`: go on with a copy, whole or up to a message. */
  fork?: true | { at: string }
  /** With `resume`: leave out everything behind this message. */
  resumeAt?: string
  /** With `resume`: leave out the turn that began with this message. */
  resumeDropsTurn?: string
  /** Go on with the session that belongs to a pull request: its number or address. */
  fromPr?: string
  /** Leave no transcript. */
  noSessionPersistence?: boolean
  /** The session's name, as `/rename` gives it. */
  title?: string
  /** Work in a new git worktree; a string names it. */
  worktree?: true | string

  // The model.
  model?: string
  /** Taken in this order when the model is overloaded. */
  fallbackModel?: string | string[]
  effort?: Word<'low' | 'medium' | 'high' | 'xhigh' | 'max'>
  thinking?: Word<'adaptive' | 'disabled'>
  thinkingDisplay?: Word<'summarized' | 'omitted'>
  maxThinkingTokens?: number
  betas?: string[]
  /** When the conversation is summed up: `auto`, or a number of tokens. */
  autocompact?: 'auto' | number

  // Limits.
  maxTurns?: number
  maxBudgetUsd?: number
  taskBudget?: number

  // What it may do.
  permissionMode?: Word<'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'auto' | 'bypassPermissions'>
  /** `none`: whatever would ask is denied. */
  permissionPrompts?: Word<'host' | 'none'>
  /** Lets the session be put into `bypassPermissions` later. Never on by default. */
  allowBypass?: boolean
  /** Rules that allow without asking: `Read`, `Bash(git log *)`. */
  allowedTools?: string[]
  disallowedTools?: string[]
  /** The built-in tools there are: `[]` means none, `['default']` all. */
  tools?: string[]
  addDirs?: string[]
  /** No tools that run commands, no settings of the user or the project. */
  restricted?: boolean

  // What it is told.
  systemPrompt?: string
  systemPromptFile?: string
  appendSystemPrompt?: string
  appendSystemPromptFile?: string
  appendSubagentSystemPrompt?: string
  /** Keep the first system prompt for the whole conversation. */
  systemPromptSnapshot?: boolean
  excludeDynamicSystemPromptSections?: boolean
  planModeInstructions?: string
  jsonSchema?: Record<string, unknown>

  // What it is given.
  agents?: Initialize['agents']
  /** The agent that the conversation is held with. */
  agent?: string
  skills?: string[]
  mcpConfig?: JsonOrPath[]
  /** No MCP servers but those of `mcpConfig`. */
  strictMcpConfig?: boolean
  /** Names of MCP servers that live in the host. */
  sdkMcpServers?: string[]
  sdkMcpServerConfigs?: Initialize['sdkMcpServerConfigs']
  /** Which events of which tools go to which callback of the host. */
  hooks?: Initialize['hooks']
  toolAliases?: Record<string, string>
  settings?: JsonOrPath
  settingSources?: Word<'user' | 'project' | 'local'>[]
  pluginDirs?: string[]
  /** Plugins whose MCP servers are not started. */
  pluginDirsNoMcp?: string[]
  projectConfigRoot?: string
  disableSlashCommands?: boolean
  bare?: boolean
  safeMode?: boolean

  // What it tells. The first four are on unless said otherwise.
  promptSuggestions?: boolean
  forwardSubagentText?: boolean
  /** The host can stop tasks one by one. Without it an interrupt kills every background task. */
  perTaskStopAffordance?: boolean
  /** Keep file versions, so that a session can be rewound. */
  fileCheckpointing?: boolean
  agentProgressSummaries?: boolean
  supportedDialogKinds?: string[]
  enableAuthStatus?: boolean
  /** Debug output; a string filters it by category. */
  debug?: true | string
  debugFile?: string

  /** Added to the child's environment; `undefined` takes a variable out of it. */
  env?: Record<string, string | undefined>
}
