import { z } from 'zod'

/** A session in the list, live or on disk. */
export const SessionRow = z.object({
  sessionId: z.string(),
  title: z.string(),
  firstPrompt: z.string().nullable(),
  projectPath: z.string(),
  gitBranch: z.string().nullable(),
  /** Null until it was counted. */
  messageCount: z.number().nullable(),
  created: z.string(),
  modified: z.string(),
  status: z.string(),
  /** A process of ours runs. */
  live: z.boolean(),
  model: z.string().nullable(),
  tag: z.string().nullable(),
  /** Null until it was counted. */
  costUsd: z.number().nullable(),
  /** How many prompts wait for a person. */
  pending: z.number(),
  /** Another program that has the session open: what it is, and its process. */
  heldBy: z.object({ pid: z.number(), what: z.string() }).nullable(),
  forkedFrom: z.object({ sessionId: z.string(), messageUuid: z.string().nullable() }).nullable(),
  archived: z.boolean(),
  /** It has finished or failed since a person last looked. */
  unread: z.boolean(),
  /** From when on the CLI's clean-up deletes it, at its next start in a terminal; it may be past. Null when it is kept, or live. */
  deletedOn: z.string().nullable(),
  /** There is a copy of ours, which the clean-up does not reach. */
  kept: z.boolean(),
  /** The CLI has deleted it, and the copy is all that is left. */
  onlyCopy: z.boolean(),
  /** Why it does not go on, where that is known: its process was suspended, or how it ended. */
  why: z.string().optional(),
})
export type SessionRow = z.infer<typeof SessionRow>

export const SessionList = z.object({ items: z.array(SessionRow), nextCursor: z.string().nullable() })
export type SessionList = z.infer<typeof SessionList>
