/**
 * Which messages were counted. Immutable, and cheap to add to however many there are: only the newest part is copied, and it is
 * closed when it is full.
 */
export interface Seen {
  newest: ReadonlySet<string>
  closed: readonly ReadonlySet<string>[]
}

const PART_SIZE = 512

export const nothingSeen: Seen = { newest: new Set(), closed: [] }

export function hasSeen({ newest, closed }: Seen, id: string): boolean {
  return newest.has(id) || closed.some((part) => part.has(id))
}

export function addSeen({ newest, closed }: Seen, id: string): Seen {
  if (newest.size >= PART_SIZE) return { newest: new Set([id]), closed: [...closed, newest] }
  return { newest: new Set(newest).add(id), closed }
}
