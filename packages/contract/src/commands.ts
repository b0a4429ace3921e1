import { z } from 'zod'
import { ControlCommand, DecidePermission, SendMessage, StartSession, UpdateSession } from './requests.ts'

const sessionId = z.string().min(1).max(100)
const uuid = z.string().min(1).max(100)
const of = { sessionId }
/** Where the session has ended, it is started for this, as a message starts it. */
const whereEnded = SendMessage.pick({ trust: true, force: true }).shape

/**
 * Everything a person or a program can want done, whichever way it comes: HTTP, a socket or the bridge. What is done is the same, and
 * who may do it is judged in one place.
 */
export const SessionCommand = z.discriminatedUnion('kind', [
  // Not strict: what nobody may send is refused by the policy, and written down.
  z.looseObject({ kind: z.literal('start'), ...StartSession.omit({ commandId: true }).shape }),
  z.strictObject({ kind: z.literal('send'), ...of, ...SendMessage.omit({ commandId: true }).shape }),
  z.strictObject({ kind: z.literal('decide'), ...of, ...DecidePermission.omit({ commandId: true }).shape }),
  z.strictObject({
    kind: z.literal('interrupt'),
    ...of,
    prompt: uuid.optional().describe('The prompt of the turn that is meant: where that has ended, nothing is stopped'),
  }),
  z.strictObject({ kind: z.literal('control'), ...of, request: ControlCommand }),
  z.strictObject({ kind: z.literal('stop'), ...of }),
  z.strictObject({ kind: z.literal('update'), ...of, ...UpdateSession.shape }),
  z.strictObject({ kind: z.literal('edit_queued'), ...of, uuid, content: SendMessage.shape.content }),
  z.strictObject({ kind: z.literal('move_queued'), ...of, uuid, before: uuid.nullable() }),
  z.strictObject({ kind: z.literal('cancel_queued'), ...of, uuid }),
  z.strictObject({ kind: z.literal('send_queued'), ...of, uuid, ...whereEnded }),
  /** All messages that are held go to the CLI, in their order. */
  z.strictObject({ kind: z.literal('release_held'), ...of, ...whereEnded }),
  z.strictObject({ kind: z.literal('discard_held'), ...of }),
])
export type SessionCommand = z.infer<typeof SessionCommand>
