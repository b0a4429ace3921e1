import { toVisibleText } from '../text/visible-text.ts'

/** A path as people say it: from the project on, or its last parts. */
export function toShortPath(path: string, projectPath?: string): string {
  if (projectPath !== undefined && path.startsWith(`${projectPath}/`))
    return toVisibleText(path.slice(projectPath.length + 1))
  const parts = path.split('/')
  return toVisibleText(parts.length > 4 ? `…/${parts.slice(-3).join('/')}` : path)
}
