import { useEffect, useEffectEvent, useState } from 'react'

export const FOLLOW_MS = 2000

export interface Following {
  /** Somebody wants to see it. */
  isOpen: boolean
  /** It still grows. */
  isLive: boolean
}

/** Text that grows elsewhere: read while it is open and the page is looked at, and once more when it has ended. Null before the first time. */
export function useFollowedText(read: () => Promise<string>, { isOpen, isLive }: Following): string | null {
  const [text, setText] = useState<string | null>(null)
  const readNow = useEffectEvent(read)
  useEffect(() => {
    if (!isOpen) return
    const began = Date.now()
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function readOn(): Promise<void> {
      const isSeen = document.visibilityState === 'visible' || timer === undefined
      // An output that was read once says more than why it could not be read again.
      const next = isSeen
        ? await readNow().catch((error: Error) => (text: string | null) => text ?? error.message)
        : null
      if (isOver) return
      if (next !== null) setText(next)
      // Every question and its answer stand in the log: of what runs for hours it is asked less and less often.
      if (isLive) timer = setTimeout(readOn, Math.max(FOLLOW_MS, (Date.now() - began) / 10))
    }
    void readOn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isOpen, isLive])
  return text
}
