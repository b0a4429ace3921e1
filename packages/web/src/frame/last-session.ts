import { useEffect } from 'react'

let lastId: string | null = null

/** The session that this tab has looked at last: what another view hands over goes there. */
export function findLastSession(): string | null {
  return lastId
}

export function useLastSession(current: string | undefined): void {
  useEffect(() => {
    if (current !== undefined) lastId = current
  }, [current])
}
