import { useEffect, useEffectEvent, useState } from 'react'

export const FOLLOW_MS = 2000

export interface Following {
  /** Somebody wants to see it. */
  isOpen: boolean
  /** It still grows. */
  isLive: boolean
  /** How long to wait before it is read again, so long after the first time. */
  toPauseMs?: (sinceMs: number) => number
}

/** Text that grows elsewhere: read while it is open and the page is looked at, and once more when it has ended. Null before the first time. */
export function useFollowedText(read: () => Promise<string>, { isOpen, isLive, toPauseMs }: Following): string | null {
  const [text, setText] = useState<string | null>(null)
  const readNow = useEffectEvent(read)
  const toPause = useEffectEvent((sinceMs: number) => toPauseMs?.(sinceMs) ?? FOLLOW_MS)
  useEffect(() => {
    if (!isOpen) return
    const began = Date.now()
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function readOn(): Promise<void> {
      const isSeen = document.visibilityState === 'visible' || timer === undefined
      // What was read once says more than why it could not be read again.
      const next = isSeen
        ? await readNow().catch((error: Error) => (text: string | null) => text ?? error.message)
        : null
      if (isOver) return
      if (next !== null) setText(next)
      if (isLive) timer = setTimeout(readOn, toPause(Date.now() - began))
    }
    void readOn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isOpen, isLive])
  return text
}
