import { z } from 'zod'

/** `POST /api/claude/sessions` */
export const StartSession = z.strictObject({
  cwd: z.string().min(1).max(4096),
  prompt: z.string().min(1).optional(),
  model: z
    .string()
    .regex(/^[\w.:[\]@/-]{1,200}$/, 'is not the name of a model')
    .optional(),
  permissionMode: z.enum(['default', 'acceptEdits', 'plan', 'dontAsk', 'auto']).optional(),
  /** The person has said that code may run in this folder. */
  trust: z.boolean().optional(),
})
export type StartSession = z.infer<typeof StartSession>

/** `POST /api/claude/sessions/:id/messages` */
export const SendMessage = z.strictObject({
  content: z.string().min(1),
  /** Of the sender's own making: a message that is sent again with it is taken once. */
  commandId: z.string().min(1).max(200).optional(),
  /** Go on with the session although another process writes it. */
  force: z.boolean().optional(),
})
export type SendMessage = z.infer<typeof SendMessage>

/** `POST /api/claude/sessions/:id/permission` */
export const DecidePermission = z.strictObject({
  request_id: z.string().min(1),
  behavior: z.enum(['allow', 'deny']),
  message: z.string().optional(),
  interrupt: z.boolean().optional(),
  updatedInput: z.record(z.string(), z.unknown()).optional(),
})
export type DecidePermission = z.infer<typeof DecidePermission>
