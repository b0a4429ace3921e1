import { createTwoFilesPatch } from 'diff'

/** A unified diff, or why there is none. */
export type VersionDiff =
  | { kind: 'diff'; patch: string; added: number; removed: number }
  | { kind: 'same' | 'binary' | 'too-different' }

export interface DiffSide {
  /** Null: there is no file. */
  content: Buffer | null
  label: string
}

const CONTEXT_LINES = 3
/** Beyond this the work grows with the square of the changes. */
const MOST_CHANGED_LINES = 20_000
const LONGEST_MS = 2000
const LARGEST_BYTES = 8 * 1024 * 1024

/** The changes from one version of a file to another, as `diff -u` writes them. */
export function diffVersions(before: DiffSide, after: DiffSide): VersionDiff {
  const [old, next] = [before.content ?? Buffer.alloc(0), after.content ?? Buffer.alloc(0)]
  if (old.equals(next) && (before.content === null) === (after.content === null)) return { kind: 'same' }
  if (isBinary(old) || isBinary(next)) return { kind: 'binary' }
  if (old.length + next.length > LARGEST_BYTES) return { kind: 'too-different' }
  const [from, to] = [
    before.content === null ? '/dev/null' : before.label,
    after.content === null ? '/dev/null' : after.label,
  ]
  const options = { context: CONTEXT_LINES, maxEditLength: MOST_CHANGED_LINES, timeout: LONGEST_MS }
  const patch = createTwoFilesPatch(
    from,
    to,
    old.toString('utf8'),
    next.toString('utf8'),
    undefined,
    undefined,
    options,
  )
  if (patch === undefined) return { kind: 'too-different' }
  return { kind: 'diff', patch, ...count(patch) }
}

function isBinary(content: Buffer): boolean {
  return content.subarray(0, 8000).includes(0)
}

function count(patch: string): { added: number; removed: number } {
  const body = patch.slice(Math.max(0, patch.indexOf('\n@@')))
  const lines = body.split('\n')
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}
