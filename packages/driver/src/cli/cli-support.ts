import { isAtLeast } from './cli-version.ts'

/**
 * What not every CLI has, and the first version that is known to have it. 2.1.38 was tried and has none of these; where the
 * release notes do not name the version, it is the one we have tried, so that an older one is never sent what ends it.
 */
export const CAPABILITIES = {
  /** Hooks of the settings are told as `hook_started` and the like. */
  hookEvents: '2.1.325',
  promptSuggestions: '2.1.325',
  forwardSubagentText: '2.1.325',
  perTaskStop: '2.1.325',
  /** `session_state_changed` says when a session is idle. */
  sessionState: '2.1.325',
  /** `command_lifecycle` says what became of a message. */
  messageLifecycle: '2.1.325',
  /** `interrupt` with `cancel_queued` gives back the messages that wait in the CLI. */
  cancelQueued: '2.1.325',
  /** A control request that the CLI does not know is answered with an error, and not with silence. */
  unknownRequestError: '2.1.325',
  contextUsage: '2.1.325',
  /** `claude auth status --json`. */
  authStatus: '2.1.41',
} as const

export type Capability = keyof typeof CAPABILITIES

export function supports(version: string | null, capability: Capability): boolean {
  return isAtLeast(version, CAPABILITIES[capability])
}
