import type { InboxItem } from '@quarterdeck/contract'

/** A line of the inbox: something that waits, or that did a moment ago. */
export interface InboxEntry {
  key: string
  item: InboxItem
  /** How it ended, where it waits no longer. */
  gone: string | null
}

export function toKey({ sessionId, requestId, kind }: InboxItem): string {
  return `${sessionId} ${requestId ?? kind}`
}

/**
 * The lines of the inbox, the newest need first, requests before news. While somebody is at it (`isHeld`), nothing moves below their finger: what is
 * new comes last, requests still before news. A request that went away stays where it was, as gone, until it is dropped.
 */
export function updateEntries(
  before: readonly InboxEntry[],
  items: readonly InboxItem[],
  isHeld: boolean,
): InboxEntry[] {
  const waiting = new Map(items.map((item) => [toKey(item), item]))
  const kept = before.flatMap((entry): InboxEntry[] => {
    const item = waiting.get(entry.key)
    if (item !== undefined) return [{ ...entry, item, gone: null }]
    // News that was read is no news; a request that vanished wants a word.
    return entry.item.requestId === undefined ? [] : [{ ...entry, gone: entry.gone ?? '' }]
  })
  const known = new Set(kept.map(({ key }) => key))
  const added = items
    .filter((item) => !known.has(toKey(item)))
    .map((item): InboxEntry => ({ key: toKey(item), item, gone: null }))
  if (!isHeld) return [...kept, ...added].sort(byNeed)
  const all = [...kept, ...added.sort(byNeed)]
  return [...all.filter(({ item }) => isRequest(item)), ...all.filter(({ item }) => !isRequest(item))]
}

const isRequest = (item: InboxItem) => item.requestId !== undefined

function byNeed({ item: one }: InboxEntry, { item: other }: InboxEntry): number {
  if (isRequest(one) !== isRequest(other)) return isRequest(one) ? -1 : 1
  return other.since.localeCompare(one.since)
}

/** Approvals that ask the very same of the same project: the same tool with the same input. Those that want a person each are in no batch. */
export function findAlike(entries: readonly InboxEntry[], { item }: InboxEntry): InboxItem[] {
  if (item.kind !== 'approval' || item.inputHash === undefined || item.needsCare) return []
  return entries
    .filter((entry) => entry.gone === null)
    .map((entry) => entry.item)
    .filter(
      (other) =>
        other.kind === 'approval' &&
        !other.needsCare &&
        other.toolName === item.toolName &&
        other.inputHash === item.inputHash &&
        other.projectPath === item.projectPath,
    )
}
