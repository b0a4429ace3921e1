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
  /** An alias (`opus`, `sonnet`) or a full name. */
  model?: string
  /** Taken in this order when the model is overloaded. */
  fallbackModel?: string | string[]
  /** How hard it thinks. */
  effort?: Word<'low' | 'medium' | 'high' | 'xhigh' | 'max'>
  /** Whether it thinks as much as it sees fit, or not at all. */
  thinking?: Word<'adaptive' | 'disabled'>
  /** How much of its thinking is told. */
  thinkingDisplay?: Word<'summarized' | 'omitted'>
  /** A fixed budget for thinking. */
  maxThinkingTokens?: number
  /** Beta features of the API, with an API key only. */
  betas?: string[]
  /** When the conversation is summed up: `auto`, or a number of tokens. */
  autocompact?: 'auto' | number

  // Limits.
  /** It stops after so many rounds of one prompt. */
  maxTurns?: number
  /** It stops once so much was spent. */
  maxBudgetUsd?: number
  /** Tokens for a task, of which the model is told. */
  taskBudget?: number

  // What it may do.
  /** What it may do without asking. */
  permissionMode?: Word<'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'auto' | 'bypassPermissions'>
  /** `none`: whatever would ask is denied. */
  permissionPrompts?: Word<'host' | 'none'>
  /** Lets the session be put into `bypassPermissions` later. Never on by default. */
  allowBypass?: boolean
  /** Rules that allow without asking: `Read`, `Bash(git log *)`. */
  allowedTools?: string[]
  /** Rules that deny; a bare name takes the tool away. */
  disallowedTools?: string[]
  /** The built-in tools there are: `[]` means none, `['default']` all. */
  tools?: string[]
  /** Further folders that it may work in. */
  addDirs?: string[]
  /** No tools that run commands, no settings of the user or the project. */
  restricted?: boolean

  // What it is told.
  /** In the place of Claude Code's own. */
  systemPrompt?: string
  /** The same, from a file, of any length. */
  systemPromptFile?: string
  /** Added to the system prompt. */
  appendSystemPrompt?: string
  /** The same, from a file. */
  appendSystemPromptFile?: string
  /** Added to the system prompt of every subagent. */
  appendSubagentSystemPrompt?: string
  /** Keep the first system prompt for the whole conversation. */
  systemPromptSnapshot?: boolean
  /** Puts what differs between machines into the first message. */
  excludeDynamicSystemPromptSections?: boolean
  /** What plan mode is to be like. */
  planModeInstructions?: string
  /** The shape of the answer, which `result.structured_output` then has. */
  jsonSchema?: Record<string, unknown>

  // What it is given.
  /** Subagents by name. */
  agents?: Initialize['agents']
  /** The agent that the conversation is held with. */
  agent?: string
  /** Only these skills. */
  skills?: string[]
  /** MCP servers. */
  mcpConfig?: JsonOrPath[]
  /** No MCP servers but those of `mcpConfig`. */
  strictMcpConfig?: boolean
  /** Names of MCP servers that live in the host. For `toLaunch`: `startSession` takes the servers themselves, as `mcpServers`. */
  sdkMcpServers?: string[]
  /** Time limits and tools of those. */
  sdkMcpServerConfigs?: Initialize['sdkMcpServerConfigs']
  /** Which events of which tools go to which callback of the host. For `toLaunch`: `startSession` takes functions, below. */
  hooks?: Initialize['hooks']
  /** Other names for tools. */
  toolAliases?: Record<string, string>
  /** Settings over those of the files. */
  settings?: JsonOrPath
  /** Whose settings files are read; all when left out. */
  settingSources?: Word<'user' | 'project' | 'local'>[]
  /** Plugins for this session. */
  pluginDirs?: string[]
  /** Plugins whose MCP servers are not started. */
  pluginDirsNoMcp?: string[]
  /** Where the project's configuration is, if not in `cwd`. */
  projectConfigRoot?: string
  /** No skills and no commands. */
  disableSlashCommands?: boolean
  /** Without hooks, plugins, memory and the like; an API key is needed. */
  bare?: boolean
  /** Without anything that was customised. */
  safeMode?: boolean

  // What it tells. The first four are on unless said otherwise.
  /** Tells what the person might say next. */
  promptSuggestions?: boolean
  /** Tells what subagents write, and not only what they do. */
  forwardSubagentText?: boolean
  /** The host can stop tasks one by one. Without it an interrupt kills every background task. */
  perTaskStopAffordance?: boolean
  /** Keep file versions, so that a session can be rewound. */
  fileCheckpointing?: boolean
  /** Tells in a line what a subagent is at. */
  agentProgressSummaries?: boolean
  /** Dialogs that the host can show; others are not asked. */
  supportedDialogKinds?: string[]
  /** Tells of logging in. */
  enableAuthStatus?: boolean
  /** Debug output; a string filters it by category. */
  debug?: true | string
  /** Where debug output goes. */
  debugFile?: string

  /** Added to the child's environment; `undefined` takes a variable out of it. */
  env?: Record<string, string | undefined>
}
