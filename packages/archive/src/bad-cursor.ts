import { ArchiveError } from './archive-error.ts'

export function badCursor(cursor: string): ArchiveError {
  const message = `'${cursor.slice(0, 100)}' is no cursor. Give the nextCursor of the page before, or none for the first page.`
  return new ArchiveError('bad_cursor', message)
}
