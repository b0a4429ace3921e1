import type { SessionRow } from '@quarterdeck/contract'

export interface Project {
  path: string
  sessionCount: number
}

/** Projects as the server has counted them, after those whose first session it has not counted yet. */
export function mergeProjects(counted: readonly Project[], rows: readonly SessionRow[]): Project[] {
  const known = new Set(counted.map(({ path }) => path))
  const added = new Map<string, number>()
  for (const { projectPath } of rows)
    if (!known.has(projectPath)) added.set(projectPath, (added.get(projectPath) ?? 0) + 1)
  return [...[...added].map(([path, sessionCount]) => ({ path, sessionCount })), ...counted]
}
