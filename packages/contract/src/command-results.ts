import { z } from 'zod'
import type { SessionCommand } from './commands.ts'

/** Of `start`. */
export const Started = z.object({ sessionId: z.string() })

/** Of `decide`. */
export const Decided = z.object({
  requestId: z.string(),
  behavior: z.enum(['allow', 'deny']),
  inputHash: z
    .string()
    .optional()
    .describe('SHA-256 of the input that was decided about; not with an answer that was sent again'),
})

/** Of `control`. */
export const ControlAnswer = z.looseObject({}).describe('What the CLI answered')

/** Of `update`. */
export const Updated = z.object({
  isPending: z.boolean().describe('It is written once nobody writes the session; it is shown already'),
})

interface Told {
  start: z.infer<typeof Started>
  decide: z.infer<typeof Decided>
  control: z.infer<typeof ControlAnswer>
  update: z.infer<typeof Updated>
}

/** What a command is answered with, by HTTP or with its receipt. Most have nothing to tell but that they were done. */
export type CommandResult<C extends Pick<SessionCommand, 'kind'> = SessionCommand> = C['kind'] extends keyof Told
  ? Told[C['kind']]
  : Readonly<Record<never, never>>
