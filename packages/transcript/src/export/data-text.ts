/** A value as JSON to read. One that is nested deeper than the stack is said to be so: an export must not fail over it. */
export function toDataText(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return '(nested too deeply to show)'
  }
}
