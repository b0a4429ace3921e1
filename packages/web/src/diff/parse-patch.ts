import { parsePatch } from 'diff'
import type { Hunk } from './to-diff-lines.ts'

/** The hunks of a change as `diff -u` writes it; none where it cannot be read. */
export function parseHunks(patch: string): Hunk[] {
  try {
    return parsePatch(patch).flatMap(({ hunks }) => hunks)
  } catch {
    return []
  }
}
