import { createTwoFilesPatch } from 'diff'
import { createCoarsePatch } from './coarse-patch.ts'

/** A unified diff, or why there is none. */
export type VersionDiff =
  | { kind: 'diff'; patch: string; added: number; removed: number; isCoarse: boolean }
  | { kind: 'same' | 'binary' | 'too-large' }

export interface DiffSide {
  /** Null: there is no file. */
  content: Buffer | null
  label: string
}

const CONTEXT_LINES = 3
/** To find the shortest way takes time with the square of the changes, and the event loop waits meanwhile. */
const LONGEST_MS = 100
const LARGEST_BYTES = 8 * 1024 * 1024

/**
 * The changes from one version of a file to another, as `diff -u` writes them. Where they are too many to find the shortest, all
 * between the first and the last change is replaced as a whole, and said to be coarse.
 */
export function diffVersions(before: DiffSide, after: DiffSide): VersionDiff {
  const [old, next] = [before.content ?? Buffer.alloc(0), after.content ?? Buffer.alloc(0)]
  if (old.equals(next) && (before.content === null) === (after.content === null)) return { kind: 'same' }
  if (isBinary(old) || isBinary(next)) return { kind: 'binary' }
  if (old.length + next.length > LARGEST_BYTES) return { kind: 'too-large' }
  const [from, to] = [before, after].map(({ content, label }) => (content === null ? '/dev/null' : label)) as [
    string,
    string,
  ]
  const [oldText, nextText] = [old.toString('utf8'), next.toString('utf8')]
  const options = { context: CONTEXT_LINES, timeout: LONGEST_MS }
  const patch = createTwoFilesPatch(from, to, oldText, nextText, undefined, undefined, options)
  const text = patch ?? createCoarsePatch({ from, to, oldText, nextText })
  return { kind: 'diff', patch: text, isCoarse: patch === undefined, ...count(text) }
}

function isBinary(content: Buffer): boolean {
  return content.subarray(0, 8000).includes(0)
}

/** The names of the files stand before the first hunk, and do not count. */
function count(patch: string): { added: number; removed: number } {
  const hunk = patch.indexOf('\n@@')
  const lines = hunk < 0 ? [] : patch.slice(hunk).split('\n')
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}
