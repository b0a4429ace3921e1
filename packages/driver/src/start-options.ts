export interface StartOptions {
  cwd: string
  sessionId: string
  /** The session exists already; go on with it. */
  resume?: boolean
  model?: string | undefined
  permissionMode?: string | undefined
}

/**
 * The arguments for one session. Values are joined to their flag with `=`, so that a value which begins with a dash cannot be
 * taken for a flag of its own.
 */
export function toArgv(options: StartOptions): string[] {
  return [
    '--output-format=stream-json',
    '--input-format=stream-json',
    '--verbose',
    '--include-partial-messages',
    '--replay-user-messages',
    '--permission-prompt-tool=stdio',
    // Some accounts default to a mode that asks nobody; a host that shows approvals must say that it wants to be asked.
    `--permission-mode=${options.permissionMode ?? 'default'}`,
    options.resume ? `--resume=${options.sessionId}` : `--session-id=${options.sessionId}`,
    ...(options.model === undefined ? [] : [`--model=${options.model}`]),
  ]
}
