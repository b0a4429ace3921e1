import type { MessageOf } from '@quarterdeck/protocol/pure'
import type { About } from '../state/about.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { HostRequest } from '../state/session-state.ts'

/** Sets fields of `about`; an undefined field stays as it is. */
export function changeAbout(draft: SessionDraft, change: { [K in keyof About]?: About[K] | undefined }): void {
  const known = draft.about as unknown as Record<string, unknown>
  const fields = change as Record<string, unknown>
  let about: Record<string, unknown> | undefined
  for (const key in fields) {
    if (fields[key] === undefined || known[key] === fields[key]) continue
    about ??= { ...known }
    about[key] = fields[key]
  }
  if (about !== undefined) draft.about = about as unknown as About
}

export function applyInit(draft: SessionDraft, message: MessageOf<'system/init'>): void {
  changeAbout(draft, {
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

/** Folder, version, branch and mode, which every line of a transcript repeats. */
export function applyLineFacts(draft: SessionDraft, line: LineFacts): void {
  const { cwd, version, gitBranch, permissionMode, forkedFrom } = line
  const { about } = draft
  const isKnown =
    cwd === about.cwd &&
    version === about.version &&
    gitBranch === about.gitBranch &&
    (permissionMode === undefined || permissionMode === about.permissionMode)
  if (!isKnown) changeAbout(draft, { cwd, version, gitBranch, permissionMode, forkedFrom: forkedFrom?.sessionId })
  if (line.session_id !== undefined) changeSessionId(draft, line.session_id)
}

/** The conversation goes on under another session id (`/clear`); the old one is kept in `previousIds`. */
export function changeSessionId(draft: SessionDraft, sessionId: string): void {
  if (draft.sessionId === sessionId) return
  if (draft.sessionId !== null) draft.previousIds = [...draft.previousIds, draft.sessionId]
  draft.sessionId = sessionId
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

/** The CLI's answer to a control request of the host, as far as it changes `about`. */
export function applyAnswer(draft: SessionDraft, request: HostRequest | undefined, answer: unknown): void {
  const fields = (answer ?? {}) as Record<string, unknown>
  // Where a host does not log its requests, the answer to `initialize` is recognised by its shape.
  if (request?.subtype === 'initialize' || (Array.isArray(fields.commands) && Array.isArray(fields.models))) {
    changeAbout(draft, toInitialized(fields as InitializeAnswer))
    return
  }
  switch (request?.subtype) {
    case 'set_model':
      changeAbout(draft, { model: toWord(fields.model) ?? toWord(request.body.model) })
      break
    case 'apply_flag_settings':
      changeAbout(draft, toSettings(request.body.settings))
      break
    case 'set_max_thinking_tokens':
      changeAbout(draft, { maxThinkingTokens: toCount(request.body.maxThinkingTokens) })
      break
    case 'set_permission_mode':
      changeAbout(draft, { permissionMode: toWord(request.body.mode) })
  }
}

function toInitialized(answer: InitializeAnswer): { [K in keyof About]?: About[K] | undefined } {
  return {
    commands: answer.commands,
    models: answer.models,
    account: answer.account,
    outputStyle: answer.output_style,
    outputStyles: answer.available_output_styles,
    // Only versions that send `capabilities` accept `apply_flag_settings`.
    takesSettings: answer.capabilities !== undefined,
    ...toFastMode(answer),
  }
}

/** A setting of null returns to the CLI's default. */
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

/** A message that has the state of fast mode but no reason against it means that there is none any more. */
export function toFastMode(message: FastModeFacts): { fastMode?: string; fastModeRefusal?: string } {
  if (message.fast_mode_state === undefined) return {}
  return { fastMode: message.fast_mode_state, fastModeRefusal: message.fast_mode_disabled_reason ?? '' }
}

function toCount(value: unknown): number | null | undefined {
  return typeof value === 'number' || value === null ? value : undefined
}

function toWord(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
