import type { Receipt, RefusalCode } from '../session-link.ts'
import type { SessionFacts } from './facts/session-facts.ts'

type Refusal = Extract<Receipt, { ok: false }>

const MESSAGES = {
  not_running: 'The CLI of this session is not running. Send a message to start it.',
  not_reading: 'The CLI does not read what it is sent. Stop the session, and send it again.',
  not_queued: 'That message no longer waits: it was sent, or taken back.',
  not_held: 'No message is held any more: they were sent, or discarded.',
} satisfies Partial<Record<RefusalCode, string>>

export function refuse(commandId: string, code: keyof typeof MESSAGES): Refusal
export function refuse(commandId: string, code: RefusalCode, message: string): Refusal
export function refuse(commandId: string, code: RefusalCode, message?: string): Refusal {
  return { commandId, ok: false, code, message: message ?? MESSAGES[code as keyof typeof MESSAGES] }
}

/** Why an answer is not taken: the first one counts, and one to nothing none. */
export function findRefusal({ open, answered }: SessionFacts, requestId: string, commandId: string): Refusal | null {
  if (Object.hasOwn(open, requestId)) return null
  if (!Object.hasOwn(answered, requestId))
    return refuse(commandId, 'not_open', `The request '${requestId}' is not open: it was never made, or withdrawn.`)
  const refusal = refuse(commandId, 'already_resolved', `The request '${requestId}' was answered before.`)
  return { ...refusal, ...answered[requestId] }
}
