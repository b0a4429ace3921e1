import { parsePatch } from 'diff'
import type { Hunk } from '../diff/to-diff-lines.ts'

/** The parts of a diff that came as text; none where it is no diff. */
export function parseHunks(patch: string): Hunk[] {
  try {
    return parsePatch(patch)
      .flatMap(({ hunks }) => hunks)
      .filter(({ lines }) => lines.length > 0)
  } catch {
    return []
  }
}
