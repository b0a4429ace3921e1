import { ArchiveError } from './archive-error.ts'

/** Whoever asks for no items at a time, page after page, never comes to an end. */
export function checkLimit(limit: number): void {
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit > 0)) return
  throw new ArchiveError(
    'bad_request',
    `${limit} is no limit. Give a whole number from 1 on, or Infinity for everything.`,
  )
}
