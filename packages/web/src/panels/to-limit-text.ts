import type { PlanLimit } from '@quarterdeck/transcript'
import { toTime } from '../text/to-time.ts'

/** How much of a limit of the plan is used, and until when. */
export function toLimitText({ isReached, share, until }: PlanLimit, now: number): string {
  // Nothing is told of a limit that begins anew.
  if (until !== undefined && Date.parse(until) <= now) return `begun anew ${toTime(until, now)}`
  const used = isReached ? 'reached' : share === undefined ? 'not reached' : `${Math.round(share * 100)} % used`
  return until === undefined ? used : `${used}, resets ${toTime(until, now)}`
}
