import type { DiffLine } from './to-diff-lines.ts'

export interface Sides {
  left: DiffLine | null
  right: DiffLine | null
}

/** Lines side by side: what was taken away beside what came in its place. */
export function toSides(lines: readonly DiffLine[]): Sides[] {
  const found: Sides[] = []
  /** Lines of the run on the left that have nothing beside them yet. */
  let open: Sides[] = []
  for (const line of lines) {
    if (line.kind === 'removed') {
      const row: Sides = { left: line, right: null }
      open.push(row)
      found.push(row)
    } else if (line.kind === 'added') {
      const beside = open.shift()
      if (beside === undefined) found.push({ left: null, right: line })
      else beside.right = line
    } else {
      open = []
      found.push({ left: line, right: line })
    }
  }
  return found
}
