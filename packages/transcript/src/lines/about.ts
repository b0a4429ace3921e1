import type { MessageOf } from '@quarterdeck/protocol/pure'
import type { SessionState } from '../state/session-state.ts'

/** What a session works with: from `system/init`, from the answer to `initialize`, and from what changed since. */
export interface About {
  model?: string
  permissionMode?: string
  cwd?: string
  version?: string
  gitBranch?: string
  outputStyle?: string
  /** Those that there are, where the CLI was asked. */
  outputStyles: readonly string[]
  apiKeySource?: string
  effort?: string
  /** With how many tokens it may think, where a host has set it; null where that is left to the CLI again. */
  maxThinkingTokens?: number | null
  /** `on`, `off`, or `cooldown`: on, and resting. */
  fastMode?: string
  /** Why fast mode cannot be had, in a word of the CLI; empty where nothing is in its way. */
  fastModeRefusal?: string
  /** Whether the CLI lets settings of a running session be changed; only it can say. */
  takesSettings?: boolean
  tools: readonly string[]
  slashCommands: readonly string[]
  /** The same with descriptions, where the CLI was asked. */
  commands: readonly unknown[]
  models: readonly unknown[]
  account?: unknown
  skills: readonly string[]
  agents: readonly string[]
  plugins: readonly unknown[]
  mcpServers: readonly unknown[]
  goal?: unknown
  pullRequest?: { url: string }
  tag?: string
  colour?: string
  forkedFrom?: string
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

/** What is undefined was not said, and stays as it is. */
export function withAbout(state: SessionState, change: { [K in keyof About]?: About[K] | undefined }): SessionState {
  const known = state.about as unknown as Record<string, unknown>
  const told = change as Record<string, unknown>
  let about: Record<string, unknown> | undefined
  for (const key in told) {
    if (told[key] === undefined || known[key] === told[key]) continue
    about ??= { ...known }
    about[key] = told[key]
  }
  if (about !== undefined) state.about = about as unknown as About
  return state
}

export function applyInit(state: SessionState, message: MessageOf<'system/init'>): SessionState {
  return withAbout(state, {
    model: message.model,
    permissionMode: message.permissionMode,
    cwd: message.cwd,
    version: message.claude_code_version,
    outputStyle: message.output_style,
    apiKeySource: message.apiKeySource,
    effort: message.effort ?? undefined,
    ...toFastMode(message),
    tools: message.tools,
    slashCommands: message.slash_commands,
    skills: message.skills,
    agents: message.agents,
    plugins: message.plugins,
    mcpServers: message.mcp_servers,
  })
}

interface LineFacts {
  session_id?: string | undefined
  cwd?: string | undefined
  version?: string | undefined
  gitBranch?: string | undefined
  permissionMode?: string | undefined
  forkedFrom?: { sessionId: string } | undefined
}

/** What every line of a transcript says of its session. */
export function applyLineFacts(state: SessionState, line: LineFacts): SessionState {
  const { cwd, version, gitBranch, permissionMode, forkedFrom } = line
  const { about } = state
  const isKnown =
    cwd === about.cwd &&
    version === about.version &&
    gitBranch === about.gitBranch &&
    (permissionMode === undefined || permissionMode === about.permissionMode)
  const next = isKnown
    ? state
    : withAbout(state, { cwd, version, gitBranch, permissionMode, forkedFrom: forkedFrom?.sessionId })
  return line.session_id === undefined ? next : changeSessionId(next, line.session_id)
}

/** The same conversation, under another id; both stay known. */
export function changeSessionId(state: SessionState, sessionId: string): SessionState {
  if (state.sessionId === sessionId) return state
  if (state.sessionId !== null) state.previousIds = [...state.previousIds, state.sessionId]
  state.sessionId = sessionId
  return state
}

interface InitializeAnswer {
  commands?: unknown[]
  models?: unknown[]
  agents?: unknown[]
  account?: unknown
  output_style?: string
  available_output_styles?: string[]
  capabilities?: unknown[]
  fast_mode_state?: string
  fast_mode_disabled_reason?: string | null
}

/** The CLI's answers to what the host asked, as far as they say what the session works with. */
export function applyAnswer(
  state: SessionState,
  asked: { subtype: string; body: Readonly<Record<string, unknown>> } | undefined,
  answer: unknown,
): SessionState {
  const fields = (answer ?? {}) as Record<string, unknown>
  // A host that does not log its questions is understood by the shape of the answer.
  if (asked?.subtype === 'initialize' || (Array.isArray(fields.commands) && Array.isArray(fields.models))) {
    const told = fields as InitializeAnswer
    return withAbout(state, {
      commands: told.commands,
      models: told.models,
      account: told.account,
      outputStyle: told.output_style,
      outputStyles: told.available_output_styles,
      // The versions that list what they can do are those that take settings.
      takesSettings: told.capabilities !== undefined,
      ...toFastMode(told),
    })
  }
  if (asked?.subtype === 'set_model')
    return withAbout(state, { model: toWord(fields.model) ?? toWord(asked.body.model) })
  if (asked?.subtype === 'apply_flag_settings') return withAbout(state, toSettings(asked.body.settings))
  if (asked?.subtype === 'set_max_thinking_tokens')
    return withAbout(state, { maxThinkingTokens: toCount(asked.body.maxThinkingTokens) })
  if (asked?.subtype === 'set_permission_mode') return withAbout(state, { permissionMode: toWord(asked.body.mode) })
  return state
}

/** Null gives a setting back to what is usual. */
function toSettings(settings: unknown): Pick<About, 'effort' | 'fastMode' | 'outputStyle'> {
  const { effortLevel, fastMode, outputStyle } = (settings ?? {}) as Record<string, unknown>
  const effort = effortLevel === null ? '' : toWord(effortLevel)
  return {
    ...(effort !== undefined && { effort }),
    ...(fastMode !== undefined && { fastMode: fastMode === true ? 'on' : 'off' }),
    ...(typeof outputStyle === 'string' && { outputStyle }),
  }
}

interface FastModeFacts {
  fast_mode_state?: string | undefined
  fast_mode_disabled_reason?: string | null | undefined
}

/** A reason that is no longer told is over, where the state is told at all. */
export function toFastMode(told: FastModeFacts): { fastMode?: string; fastModeRefusal?: string } {
  if (told.fast_mode_state === undefined) return {}
  return { fastMode: told.fast_mode_state, fastModeRefusal: told.fast_mode_disabled_reason ?? '' }
}

function toCount(value: unknown): number | null | undefined {
  return typeof value === 'number' || value === null ? value : undefined
}

function toWord(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
