/** The path behind the base path; null where it is not below it. */
export function toInnerPath(path: string, basePath: string): string | null {
  if (basePath === '') return path
  if (path === basePath) return ''
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : null
}
