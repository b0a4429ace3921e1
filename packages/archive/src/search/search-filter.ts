import type { SearchRole } from './search-text.ts'

export interface SearchFilter {
  /** The path of a project. */
  project?: string | undefined
  role?: SearchRole | undefined
  tool?: string | undefined
  branch?: string | undefined
  sessionId?: string | undefined
  sinceMs?: number | undefined
  untilMs?: number | undefined
}

/** What a filter looks at. */
export interface LineFacts {
  role: SearchRole
  tool: string | null
  project: string | null
  branch: string | null
  sessionId: string
  atMs: number
}

export function fitsFilter(facts: LineFacts, filter: SearchFilter): boolean {
  return (
    (filter.project === undefined || facts.project === filter.project) &&
    (filter.role === undefined || facts.role === filter.role) &&
    (filter.tool === undefined || facts.tool === filter.tool) &&
    (filter.branch === undefined || facts.branch === filter.branch) &&
    (filter.sessionId === undefined || facts.sessionId === filter.sessionId) &&
    (filter.sinceMs === undefined || facts.atMs >= filter.sinceMs) &&
    (filter.untilMs === undefined || facts.atMs < filter.untilMs)
  )
}
