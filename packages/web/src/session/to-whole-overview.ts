import { type Overview, type SessionState, toOverview } from '@quarterdeck/transcript'

/** What only the whole session tells: the page has seen its end. */
const OF_THE_WHOLE = [
  'about',
  'todos',
  'plan',
  'tasks',
  'usage',
  'context',
  'turnCount',
  'files',
  'fileCount',
  'title',
] as const

/** What stands beside the conversation: the newest as the page has folded it, the whole as the server has. */
export function toWholeOverview(state: SessionState, facts: Partial<Overview>): Overview {
  const whole = OF_THE_WHOLE.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]] as const]))
  return { ...toOverview(state), ...Object.fromEntries(whole) }
}
