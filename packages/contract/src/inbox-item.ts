import { z } from 'zod'

/** Something that waits for a person, in any session. */
export const InboxItem = z.object({
  kind: z.enum(['approval', 'question', 'plan', 'elicitation', 'finished', 'failed']),
  sessionId: z.string(),
  title: z.string(),
  projectPath: z.string(),
  requestId: z.string().optional(),
  toolName: z.string().optional(),
  input: z.unknown().optional(),
  /** SHA-256 of the input's canonical JSON: an answer that carries it is refused when the input is another. */
  inputHash: z.string().optional(),
  suggestions: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  /** What it would reach outside of what it may touch. */
  blockedPath: z.string().optional(),
  /** Not to be approved with one tap. */
  needsCare: z.literal(true).optional(),
  /** Offer no "do not ask again". */
  isOnceOnly: z.literal(true).optional(),
  /** The subagent that asks, where it is one. */
  agent: z.string().optional(),
  /** One line for people: the reason, or how it ended. */
  text: z.string().optional(),
  since: z.string(),
})
export type InboxItem = z.infer<typeof InboxItem>
