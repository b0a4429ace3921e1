import type { Overview } from '@quarterdeck/transcript'
import { z } from 'zod'
import { SessionRow } from './session-row.ts'

/** One session: its row, and what its messages amount to. */
export const SessionDetail = SessionRow.extend({
  /** All ids it goes or went by, the newest last. */
  ids: z.array(z.string()),
  /** Status, what waits for a person, tasks, usage, context and what the CLI said of itself: the folded state, as the transcript package has it. */
  facts: z
    .custom<Overview>((facts) => typeof facts === 'object' && facts !== null)
    .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} }),
  /** Only the end of the transcript was read for the facts so far. Counts and cost of the row are of the whole. */
  isPartial: z.boolean(),
})
export type SessionDetail = z.infer<typeof SessionDetail>

/** What the server tells of an open session: the facts of its detail that have changed. */
export type SessionFacts = Partial<SessionDetail['facts']> & Partial<Pick<SessionDetail, 'isPartial'>>
