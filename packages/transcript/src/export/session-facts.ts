import { getItem } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'

/** Folder, branch, model, time and cost of a session: the line below the title of an export. */
export function toSessionFacts({ about, usage, main, lastAt }: SessionState): string[] {
  const first = getItem(main.entries, 0)?.at
  const times = [first, lastAt ?? undefined].filter((at) => at !== undefined).map(toMinute)
  const cost = usage.costUsd > 0 ? `$${usage.costUsd.toFixed(2)}` : undefined
  const when = times.length === 0 ? undefined : `${[...new Set(times)].join(' to ')} UTC`
  return [about.cwd, about.gitBranch, about.model, when, cost].filter(
    (fact) => fact !== undefined && fact !== '',
  ) as string[]
}

function toMinute(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}
