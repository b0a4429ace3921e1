import type { OpenRequest } from '../control/open-requests.ts'
import { toRequestKind } from '../control/request-kind.ts'
import type { HostFacts } from './host-facts.ts'

export type LivenessState =
  | 'starting'
  | 'ready'
  | 'working'
  | 'awaiting approval'
  | 'awaiting answer'
  | 'idle'
  | 'error'
  | 'disconnected'

export interface Liveness {
  state: LivenessState
  /** When something last happened, so that silence can be shown with its length. */
  lastEventAt: string | null
}

/** What a session is doing. */
export function toLivenessState(facts: HostFacts): LivenessState {
  const { stage, exit, turn, open } = facts
  if (stage === 'ended') return exit?.kind === 'crashed' || exit?.kind === 'failed_to_start' ? 'error' : 'disconnected'
  const waits = toWait(open.values())
  if (waits !== null) return waits
  if (turn.isRunning || turn.waiting.length > 0 || turn.tasks > 0) return 'working'
  if (stage === 'starting') return 'starting'
  if (turn.hasFailed) return 'error'
  return turn.hasRun ? 'idle' : 'ready'
}

/** Nothing more will happen until somebody does something. */
export function isSettled(state: LivenessState): boolean {
  return state === 'ready' || state === 'idle' || state === 'error' || state === 'disconnected'
}

/** Hooks and servers inside the host are the host's own affair: only what waits for a person counts. */
function toWait(open: Iterable<OpenRequest>): LivenessState | null {
  const kinds = new Set([...open].map(({ body }) => toRequestKind(body)))
  if (kinds.has('permission') || kinds.has('plan')) return 'awaiting approval'
  if (kinds.has('question') || kinds.has('elicitation') || kinds.has('dialog')) return 'awaiting answer'
  return null
}
