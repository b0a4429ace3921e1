import { toSubject } from '../calls/call-line.ts'

interface Denial {
  tool_name: string
  tool_input?: unknown
}

const MAX_NAMED = 5
/** A skipped question and a refused plan are answers, not denials. */
const ASKING = new Set(['AskUserQuestion', 'ExitPlanMode'])

/** The denials of a turn: `Denied in this turn: Bash (touch made), twice; Write (notes.txt).` Empty where there were none. */
export function toDenialLine(denials: readonly Denial[]): string {
  const counts = new Map<string, number>()
  for (const { tool_name: name, tool_input: input } of denials) {
    if (ASKING.has(name)) continue
    const subject = toSubject(input)
    const call = subject === '' ? name : `${name} (${subject})`
    counts.set(call, (counts.get(call) ?? 0) + 1)
  }
  if (counts.size === 0) return ''
  const named = [...counts].slice(0, MAX_NAMED).map(([call, count]) => `${call}${toTimes(count)}`)
  const more = counts.size > MAX_NAMED ? [`and ${counts.size - MAX_NAMED} more`] : []
  return `Denied in this turn: ${[...named, ...more].join('; ')}.`
}

function toTimes(count: number): string {
  return count === 1 ? '' : count === 2 ? ', twice' : `, ${count} times`
}
