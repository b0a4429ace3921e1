/** Model, folder, mode and tools of a session: from `system/init`, from the answer to `initialize`, and from later changes. */
export interface About {
  readonly model?: string
  readonly permissionMode?: string
  readonly cwd?: string
  readonly version?: string
  readonly gitBranch?: string
  readonly outputStyle?: string
  /** Those that there are, where the CLI was asked. */
  readonly outputStyles: readonly string[]
  readonly apiKeySource?: string
  readonly effort?: string
  /** With how many tokens it may think, where a host has set it; null where that is left to the CLI again. */
  readonly maxThinkingTokens?: number | null
  /** `on`, `off`, or `cooldown`: on, and resting. */
  readonly fastMode?: string
  /** Why fast mode cannot be had, in a word of the CLI; empty where nothing is in its way. */
  readonly fastModeRefusal?: string
  /** Whether the CLI lets settings of a running session be changed; only it can say. */
  readonly takesSettings?: boolean
  readonly tools: readonly string[]
  readonly slashCommands: readonly string[]
  /** The same with descriptions, where the CLI was asked. */
  readonly commands: readonly unknown[]
  readonly models: readonly unknown[]
  readonly account?: unknown
  readonly skills: readonly string[]
  readonly agents: readonly string[]
  readonly plugins: readonly unknown[]
  readonly mcpServers: readonly unknown[]
  readonly goal?: unknown
  readonly pullRequest?: { url: string }
  readonly tag?: string
  readonly colour?: string
  readonly forkedFrom?: string
}

export const nothingAbout: About = {
  outputStyles: [],
  tools: [],
  slashCommands: [],
  commands: [],
  models: [],
  skills: [],
  agents: [],
  plugins: [],
  mcpServers: [],
}
