import { randomUUID } from 'node:crypto'
import { toControlRequest } from '@quarterdeck/protocol/pure'
import type { LogEntry } from '../../log/record-line.ts'
import { toKeeperEntry } from '../facts/log-entries.ts'
import { findSteered, type SessionFacts } from '../facts/session-facts.ts'
import { toHeld } from './apply-queue-command.ts'

type Raw = Readonly<Record<string, unknown>>

/** What is held before a host's own control request is made; what waits in the CLI is left to the request. */
export function toHoldOfRequest(facts: SessionFacts, { request }: Raw): LogEntry[] {
  const { subtype, cancel_queued: recalls } = (request ?? {}) as Raw
  return subtype === 'interrupt' ? toHold(facts, recalls === true) : []
}

/** The answer to a request of the CLI that ends the turn, too: a refusal with "Stop the turn". */
export function isStoppingAnswer({ response }: Raw): boolean {
  return ((response as Raw | undefined)?.response as Raw | undefined)?.interrupt === true
}

/** Down before the CLI is told: what a person has stopped stays stopped, whatever is killed then. */
export function toStop({ queue }: SessionFacts): LogEntry {
  return toKeeperEntry({ subtype: 'queue', items: toHeld(queue), isStop: true })
}

/** Where nothing waits, nothing is held. */
export function toHold(facts: SessionFacts, recalls: boolean): LogEntry[] {
  if (recalls && findSteered(facts).length > 0) return [toStop(facts)]
  const { queue } = facts
  const waits = queue.some(({ isHeld }) => !isHeld)
  return waits ? [toKeeperEntry({ subtype: 'queue', items: toHeld(queue) })] : []
}

/** With `recalls`, what waits in the CLI is given back. */
export function toInterrupt(recalls: boolean) {
  return toControlRequest(randomUUID(), { subtype: 'interrupt', ...(recalls ? { cancel_queued: true } : {}) })
}
