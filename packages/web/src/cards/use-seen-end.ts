import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the end of something was on screen. What a person allows must have been before their eyes: a long command can hide its end
 * below the edge. When something else is `shown`, it counts anew.
 */
export function useSeenEnd(end: RefObject<Element | null>, shown: unknown): boolean {
  const [seen, setSeen] = useState<{ shown: unknown } | null>(null)
  const hasSeen = seen !== null && seen.shown === shown
  useEffect(() => {
    if (end.current === null || hasSeen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen({ shown })
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, hasSeen, shown])
  return hasSeen
}
