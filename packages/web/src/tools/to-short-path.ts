/** A path as people say it: from the project on, or its last parts. */
export function toShortPath(path: string, projectPath?: string): string {
  if (projectPath !== undefined && path.startsWith(`${projectPath}/`)) return path.slice(projectPath.length + 1)
  const parts = path.split('/')
  return parts.length > 4 ? `…/${parts.slice(-3).join('/')}` : path
}
