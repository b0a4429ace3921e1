import type { SessionStatus } from '@quarterdeck/protocol/pure'
import type { HostFacts } from './host-facts.ts'
import type { OpenRequest } from './open-requests.ts'
import { toRequestKind } from './request-kind.ts'

export interface Liveness {
  state: SessionStatus
  /** When something last happened, so that silence can be shown with its length. */
  lastEventAt: string | null
}

/** What a session is doing. */
export function toLivenessState({ session, open, exit, isReady, hasRun, hasFailed }: HostFacts): SessionStatus {
  const isOver = !session.isRunning && (exit !== null || session.sessionIds.length > 0)
  if (isOver) return exit?.kind === 'crashed' || exit?.kind === 'failed_to_start' ? 'error' : 'disconnected'
  const waits = toWait(open.values())
  if (waits !== null) return waits
  if (session.isBusy || session.tasks.length > 0) return 'working'
  if (!isReady) return 'starting'
  if (hasFailed) return 'error'
  return hasRun ? 'idle' : 'ready'
}

/** Nothing more will happen until somebody does something. */
export function isSettled(state: SessionStatus): boolean {
  return state === 'ready' || state === 'idle' || state === 'error' || state === 'disconnected'
}

/** Hooks and servers inside the host are the host's own affair: only what waits for a person counts. */
function toWait(open: Iterable<OpenRequest>): SessionStatus | null {
  const kinds = new Set([...open].map(({ body }) => toRequestKind(body)))
  if (kinds.has('permission') || kinds.has('plan')) return 'awaiting approval'
  if (kinds.has('question') || kinds.has('elicitation') || kinds.has('dialog')) return 'awaiting answer'
  return null
}
