/** Less than, equal to or greater than 0, as `a` is older than, the same as or newer than `b`. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
