/** A value as indented JSON. For a value that is nested deeper than the stack it is a remark: an export must not fail over it. */
export function toDataText(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return '(nested too deeply to show)'
  }
}
