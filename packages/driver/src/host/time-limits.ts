const USUAL_MS = 15_000
const LONG_MS = 120_000

/** The CLI asks the model, starts a server, reads many files or waits for a browser before it answers these. */
const LONG: Readonly<Record<string, number>> = {
  initialize: LONG_MS,
  generate_session_title: LONG_MS,
  side_question: 600_000,
  rewind_conversation: LONG_MS,
  rewind_files: LONG_MS,
  mcp_reconnect: LONG_MS,
  mcp_toggle: LONG_MS,
  mcp_set_servers: LONG_MS,
  mcp_call: 600_000,
  mcp_message: LONG_MS,
  mcp_read_resource: LONG_MS,
  mcp_authenticate: LONG_MS,
  claude_authenticate: LONG_MS,
  claude_oauth_wait_for_completion: 600_000,
  reload_plugins: LONG_MS,
  get_workspace_diff: LONG_MS,
  get_context_usage: 60_000,
  export_conversation: 60_000,
}

/** How long an answer may take. Without a limit a request would wait for ever on an old CLI that does not know it. */
export function toTimeLimitMs(subtype: string): number {
  return Object.hasOwn(LONG, subtype) ? (LONG[subtype] as number) : USUAL_MS
}
