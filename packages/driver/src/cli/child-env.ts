type Env = Readonly<Record<string, string | undefined>>

/** Tells what belongs to a session from everything else that runs; inherited by whatever it starts. */
export const SESSION_MARKER = 'QUARTERDECK_SESSION'

/**
 * Left by a CLI for the commands that it runs. When we are one of those, a child that saw them would take itself for a part
 * of that session, and refuse to start.
 */
const OF_ANOTHER_SESSION = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_EXECPATH',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_PROJECT_DIR',
  'AI_AGENT',
])

/** Set by npm for what it runs, as `npm start` runs us: commands of the session would work on our folder in place of theirs. */
const OF_NPM =
  /^(npm_(lifecycle|package)_|npm_(command|execpath|node_execpath)$|npm_config_(local_prefix|global_prefix|prefix|user_agent|npm_version|node_gyp|noproxy|init_module)$|INIT_CWD$)/

/**
 * The child's environment: ours less what is secret, ours alone, or about how we were started; then what the options say,
 * where `undefined` takes a variable away.
 */
export function toChildEnv(base: Env, more: Env = {}): Record<string, string> {
  const kept = Object.entries(base).filter(([name]) => mayPass(name))
  const all = { ...Object.fromEntries(kept), CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1', ...more }
  return Object.fromEntries(Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined))
}

function mayPass(name: string): boolean {
  // These configure the fake CLI of tests and the demo.
  if (name.startsWith('QUARTERDECK_')) return name.startsWith('QUARTERDECK_PLAYER_')
  // Flags for our own Node, such as --inspect, are not meant for the CLI's.
  return name !== 'NODE_OPTIONS' && !OF_ANOTHER_SESSION.has(name) && !OF_NPM.test(name)
}
