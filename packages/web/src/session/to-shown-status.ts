import type { SessionRow } from '@quarterdeck/contract'

interface Known {
  /** There is no connection to the server. */
  isOffline: boolean
  /** All of the session that is there has been read. */
  isRead: boolean
  /** As what was said in it amounts to. */
  folded: string
  row: Pick<SessionRow, 'status' | 'live' | 'heldBy'> | undefined
}

/** What a session does. Of one that another program has open, its messages do not tell: that is known of the program. */
export function toShownStatus({ isOffline, isRead, folded, row }: Known): string {
  if (isOffline) return 'disconnected'
  if (!isRead) return row?.status ?? 'reading…'
  return row !== undefined && !row.live && row.heldBy !== null ? row.status : folded
}
