import { useEffect, useState } from 'react'

/** As long as the two clicks of a double click may be apart. */
const APART_MS = 500

let decidedAt = Number.NEGATIVE_INFINITY

/** A decision was made by a click: the next one that comes at once was meant for the same card. */
export function noteDecision(): void {
  decidedAt = performance.now()
}

/**
 * Whether a click could be the second of two, on a card that came up under the pointer between them. A key is no such accident: the
 * focus never moves onto a button by itself.
 */
export function useSecondClick(): boolean {
  const [isClose, setIsClose] = useState(() => performance.now() - decidedAt < APART_MS)
  useEffect(() => {
    if (!isClose) return
    const timer = setTimeout(() => setIsClose(false), decidedAt + APART_MS - performance.now())
    return () => clearTimeout(timer)
  }, [isClose])
  return isClose
}
