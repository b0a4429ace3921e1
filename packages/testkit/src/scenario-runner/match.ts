/**
 * Says whether a value has what a pattern names. An object matches with at least the pattern's fields, a list when each
 * element of the pattern matches some element of it, a regular expression matches a string, and `undefined` an absent field.
 */
export function matches(value: unknown, pattern: unknown): boolean {
  if (pattern instanceof RegExp) return typeof value === 'string' && pattern.test(value)
  if (typeof pattern === 'function') return Boolean(pattern(value))
  if (Array.isArray(pattern))
    return Array.isArray(value) && pattern.every((wanted) => value.some((element) => matches(element, wanted)))
  if (pattern === null || typeof pattern !== 'object') return Object.is(value, pattern)
  if (value === null || typeof value !== 'object') return false
  return Object.entries(pattern).every(([key, wanted]) => matches((value as Record<string, unknown>)[key], wanted))
}

/** A pattern as a person would write it, for messages about what did not come. */
export function printPattern(pattern: unknown): string {
  return JSON.stringify(pattern, (_, value) => {
    if (value instanceof RegExp) return String(value)
    return typeof value === 'function' ? `(${value})` : value
  })
}
