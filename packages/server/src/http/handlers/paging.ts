import { ServerError } from '../../server-error.ts'

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
}

/** A page of a list that is at hand as a whole; its cursors are places in it. */
export function toPage<Item>(
  items: readonly Item[],
  { limit, cursor }: Asked,
): { items: Item[]; nextCursor: string | null } {
  const from = cursor === undefined ? 0 : parsePlace(cursor)
  const to = limit === undefined ? items.length : Math.min(items.length, from + limit)
  return { items: items.slice(from, to), nextCursor: to < items.length ? String(to) : null }
}

/** A cursor that is a number. */
export function parsePlace(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new ServerError(
    'bad_request',
    `'${cursor.slice(0, 100)}' is no cursor. Give the nextCursor of the page before, or none for the first page.`,
  )
}
