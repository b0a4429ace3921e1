/** The type of a line, where it has one. */
export function readType(line: string): unknown {
  try {
    return JSON.parse(line)?.type
  } catch {
    // A recording may hold lines that are no JSON: they have no type.
    return undefined
  }
}
