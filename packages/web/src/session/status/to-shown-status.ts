import type { SessionRow } from '@quarterdeck/contract'

interface Known {
  /** There is no connection to the server. */
  isOffline: boolean
  /** All of the session that is there has been read. */
  isRead: boolean
  /** As what was said in it amounts to. */
  folded: string
  /** Somebody has ended it here, and it has not gone yet. */
  isEnding?: boolean
  row: Pick<SessionRow, 'status' | 'live' | 'heldBy'> | undefined
}

/** That no process runs. */
export const ENDED = 'disconnected · ended'

/**
 * What a session does. That no process runs is called as a lost connection is, and programs rely on that word: what it means is said beside it.
 * Of one that another program has open, its messages do not tell: that is known of the program.
 */
export function toShownStatus({ isOffline, isRead, folded, row, isEnding = false }: Known): string {
  if (isOffline) return 'disconnected'
  const isHeld = row !== undefined && !row.live && row.heldBy !== null
  const word = isRead && !isHeld ? folded : (row?.status ?? 'reading…')
  if (word === 'disconnected') return row?.live === false ? ENDED : word
  return isEnding ? `${word} · ending…` : word
}
