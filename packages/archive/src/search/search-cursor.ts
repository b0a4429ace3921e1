import { badCursor } from '../bad-cursor.ts'

/** Where a search goes on: in the index, or in a file that is not in it. Opaque to everyone else. */
export type SearchCursor =
  | { mode: 'words' | 'substrings'; phase: 'index'; below: number; skip: number }
  | { mode: 'words' | 'substrings'; phase: 'backlog'; path: string; skip: number }

export function toCursor(cursor: SearchCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Null for none: a search then begins at the beginning. Throws at what is no cursor of ours. */
export function parseCursor(text: string | null | undefined): SearchCursor | null {
  if (text === null || text === undefined || text === '') return null
  const cursor = readCursor(text)
  if (cursor === null) throw badCursor(text)
  return cursor
}

function readCursor(text: string): SearchCursor | null {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
    const mode = value.mode === 'words' || value.mode === 'substrings' ? value.mode : null
    if (mode === null || !Number.isSafeInteger(value.skip) || (value.skip as number) < 0) return null
    const skip = value.skip as number
    if (value.phase === 'index' && Number.isSafeInteger(value.below))
      return { mode, phase: 'index', below: value.below as number, skip }
    return value.phase === 'backlog' && typeof value.path === 'string'
      ? { mode, phase: 'backlog', path: value.path, skip }
      : null
  } catch {
    return null
  }
}
