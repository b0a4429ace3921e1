import type { SessionFacts } from '@quarterdeck/contract'
import { type Overview, type SessionState, toOverview } from '@quarterdeck/transcript'

/** The overview of the whole session: the page itself may have only its end. */
const OF_THE_WHOLE = [
  'about',
  'todos',
  'plan',
  'tasks',
  'usage',
  'context',
  'turnCount',
  'workedMs',
  'rateLimits',
  'files',
  'fileCount',
  'title',
] as const

/** `isPartial` where nobody has read more than its end yet. */
export type WholeOverview = Overview & { isPartial: boolean }

/**
 * What stands beside the conversation: the newest as the page has folded it, the whole as the server has. Where the server knows no more
 * than the end of a session and the page has loaded all of it, the page knows better; but for what was counted of its cost.
 */
export function toWholeOverview(state: SessionState, facts: SessionFacts, hasOlder: boolean): WholeOverview {
  const own = toOverview(state)
  const isPartial = facts.isPartial ?? false
  if (isPartial && !hasOlder) {
    const costUsd = facts.usage?.costUsd ?? 0
    const usage = costUsd > own.usage.costUsd ? { ...own.usage, costUsd } : own.usage
    return { ...own, usage, title: facts.title ?? own.title, isPartial: false }
  }
  const whole = OF_THE_WHOLE.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]] as const]))
  return { ...own, ...Object.fromEntries(whole), isPartial }
}
