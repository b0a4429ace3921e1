import { settings, toObject } from './configuration.ts'
import { furtherFolder } from './folders.ts'
import { permissionMode } from './permission-mode.ts'
import { config, count, each, flag, id, lowerWord, model, name, orNull, type Rule, text, word } from './rule.ts'

export interface ControlRow {
  /** One line for the description of the API. */
  what: string
  /** What may be sent with it, and nothing else. */
  fields: Readonly<Record<string, Rule>>
  /** Only for a server started with `--allow-config`. */
  needs?: 'allow-config'
  /** It changes nothing, and a page that somebody looks at asks it again and again: the record has no line of it. */
  isLook?: true
  /** Where no process runs: one is started for it, or there is nothing to ask. */
  whenStopped: 'start' | 'refuse'
}

/**
 * How hard and how fast it thinks is the caller's to choose, as the model is, and in which style it answers, of those that there are. Any
 * other setting is configuration.
 */
const OWN_SETTINGS: Readonly<Record<string, Rule>> = {
  effortLevel: orNull(lowerWord),
  fastMode: orNull(flag),
  outputStyle: orNull((value, { outputStyles = [], allowConfig }) =>
    typeof value === 'string' && (allowConfig || outputStyles.includes(value))
      ? null
      : 'is none of the styles that this session has',
  ),
}

const ownOrSettings: Rule = (value, context) => {
  const given = toObject(value)
  if (given === null || !Object.keys(given).every((key) => Object.hasOwn(OWN_SETTINGS, key)))
    return config(settings)(value, context)
  for (const [key, chosen] of Object.entries(given)) {
    const why = OWN_SETTINGS[key]?.(chosen, context) ?? null
    if (why !== null) return `holds '${key}', which ${why}`
  }
  return null
}

const earlier: Rule = (value, context) =>
  each((item, inner) => {
    const { question, response } = (item ?? {}) as Record<string, unknown>
    return text()(question, inner) ?? text()(response, inner)
  })(value, context)

const asks = (what: string, fields: ControlRow['fields'] = {}): ControlRow => ({ what, fields, whenStopped: 'start' })
const asksRunning = (what: string, fields: ControlRow['fields'] = {}): ControlRow => ({
  what,
  fields,
  whenStopped: 'refuse',
})
const looks = (row: ControlRow): ControlRow => ({ ...row, isLook: true })
const asksConfig = (what: string, fields: ControlRow['fields'] = {}): ControlRow => ({
  ...asks(what, fields),
  needs: 'allow-config',
})

/**
 * The control requests that a caller may make, by HTTP and over sockets. All others are refused: those that carry hooks, programs or
 * credentials, that speak in the place of the host, or that call tools and read files past the rules.
 */
export const CONTROL_TABLE: Readonly<Record<string, ControlRow>> = {
  interrupt: asksRunning(
    'Ends the running turn, as `/interrupt` does, and answers `{}` at once, without what the CLI says to it.',
  ),
  set_model: asks('Changes the model; null goes back to the default.', { model: orNull(model) }),
  set_permission_mode: asks('Changes the permission mode.', { mode: permissionMode }),
  set_max_thinking_tokens: asks('How much it may think, and how thinking is shown.', {
    max_thinking_tokens: orNull(count),
    thinking_display: orNull(lowerWord),
  }),
  apply_flag_settings: asks(
    'Changes `effortLevel`, `fastMode` and `outputStyle` for this session; any other setting with `--allow-config` only.',
    {
      settings: ownOrSettings,
    },
  ),
  rename_session: asks('Gives the session a title.', { title: text(500), source: word(/^host$/, "'host'") }),
  generate_session_title: asks('Proposes a title.', { description: text(), persist: flag }),
  side_question: asks('Asks something beside the conversation.', { question: text(), history: earlier }),
  rewind_files: asks(
    'Brings files back to how they were at a message; `dry_run` only says which. Nothing is done where one of them is protected or outside the project; those that are obeyed by themselves, such as `CLAUDE.md`, are to be named in `confirm`.',
    { user_message_id: id, dry_run: flag, confirm: each(text(4096)) },
  ),
  rewind_conversation: asks('Takes back everything from a message on.', {
    target_message_uuid: id,
    last_seen_user_message_uuid: id,
    interrupt_if_running: flag,
    allow_summarized_target: flag,
    allow_assistant_target: flag,
  }),
  cancel_async_message: asksRunning('Takes back a message that waits in the CLI.', { message_uuid: id }),
  stop_task: asksRunning('Ends a background task.', { task_id: id }),
  background_tasks: asksRunning('Lets a running command or subagent go on in the background.', { tool_use_id: id }),
  get_task_output: looks(asksRunning('The end of what a background task has written.', { task_id: id })),
  get_context_usage: looks(asks('What fills the context window.', { detail: lowerWord })),
  get_session_cost: looks(asks('What the session has cost, in words.')),
  get_usage: looks(asks('What the session has cost, and the limits of the account.', { skip_behaviors: flag })),
  get_plan: looks(asks('The plan, as it stands.')),
  get_status: looks(asks('What `/status` shows.')),
  get_memory_dialog: looks(asks('Which memory files are read.')),
  get_skills_dialog: looks(asks('Which skills there are.')),
  get_sandbox_dialog: looks(asks('How commands are confined.')),
  get_hooks_listing: looks(asks('Which hooks are configured.')),
  get_workspace_diff: looks(asks('What has changed in the folder.')),
  get_binary_version: looks(asks('The version of the CLI that runs.')),
  list_models: looks(asks('Which models there are.')),
  list_permission_rules: looks(asks('Which rules are in force, and where each comes from.')),
  export_conversation: asks('The conversation as text.'),
  file_suggestions: asks('Completes the name of a file of the project.', { query: text(1000) }),
  reload_skills: asks('Reads the skills anew.'),
  reload_output_styles: asks('Reads the output styles anew.'),
  set_prompt_suggestions_paused: asksRunning('Pauses the suggestions of a next prompt.', { paused: flag }),
  register_repo_root: asks('Adds a folder to the session.', { directory: furtherFolder }),
  mcp_status: looks(asks('The MCP servers with their state and tools.', { liveReply: flag })),
  mcp_reconnect: asks('Connects a server once more.', { serverName: name }),
  mcp_toggle: asks('Turns a server on or off.', { serverName: name, enabled: flag }),
  mcp_authenticate: asks('Begins to log in to a server; answers with the address to open.', { serverName: name }),
  mcp_oauth_callback_url: asks('Ends it, with the address that the browser was sent to.', {
    serverName: name,
    callbackUrl: word(/^https?:\/\/[^\s\p{Cc}]{1,4000}$/u, 'an address'),
  }),
  mcp_clear_auth: asks('Logs out of a server.', { serverName: name }),
  mcp_read_resource: asks('What a server wants shown beside a result.', {
    serverName: name,
    uri: word(/^ui:\/\/[^\s\p{Cc}]{1,2000}$/u, 'an address that begins with ui://'),
  }),
  set_mcp_permission_mode_override: asks('Makes one server ask more often than the session does.', {
    serverName: name,
    mode: orNull(permissionMode),
  }),
  mcp_set_servers: asksConfig('Replaces the MCP servers that were added here.', {
    servers: (value) => (toObject(value) === null ? 'must be servers by name' : null),
  }),
  get_settings: asksConfig('The settings in force; they may hold secrets.'),
  update_settings: asksConfig('Keeps an output style or an effort for later sessions.', {
    source: word(/^(localSettings|userSettings)$/, 'localSettings or userSettings'),
    settings,
  }),
  reload_plugins: asksConfig('Reads the plugins anew.', { refuse_if_busy: flag, hold_on_cache_impact: flag }),
}
