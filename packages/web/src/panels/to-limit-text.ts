import type { PlanLimit } from '@quarterdeck/transcript'
import { toTime } from '../text/to-time.ts'

/** How much of a limit of the plan is used, and until when. */
export function toLimitText({ isReached, share, until }: PlanLimit, now: number): string {
  const used = isReached ? 'reached' : share === undefined ? 'not reached' : `${Math.round(share * 100)} % used`
  return until === undefined ? used : `${used}, resets ${toTime(until, now)}`
}
