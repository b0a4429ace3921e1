const LONGEST_TEXT = 1024

/** A JSON value with its long texts cut short: all that a reader decides by is still there, and it weighs next to nothing. */
export function toSketch(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (Array.isArray(value)) return value.map(toSketch)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toSketch(each)]))
}

/**
 * Requests and their answers: whoever answers a request repeats its input, and a tool would run with what was left of it;
 * whoever asked for something wants all of it.
 */
export function mustStayWhole(message: unknown): boolean {
  const type = (message as { type?: unknown } | null)?.type
  return type === 'control_request' || type === 'control_response'
}
