import { z } from 'zod'
import { SessionRow } from './session-row.ts'

/** One session: its row, and what its messages amount to. */
export const SessionDetail = SessionRow.extend({
  /** All ids it goes or went by, the newest last. */
  ids: z.array(z.string()),
  /** Status, what waits for a person, tasks, usage, context and what the CLI said of itself (`Overview` of the transcript package). */
  facts: z.record(z.string(), z.unknown()),
  /** Only the end of the transcript was read for the facts so far. Counts and cost of the row are of the whole. */
  isPartial: z.boolean(),
})
export type SessionDetail = z.infer<typeof SessionDetail>
