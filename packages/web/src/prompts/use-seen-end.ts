import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the end of something was on screen. What a person allows must have been before their eyes: a long command can hide its end
 * below the edge.
 */
export function useSeenEnd(end: RefObject<Element | null>): boolean {
  const [hasSeen, setHasSeen] = useState(false)
  useEffect(() => {
    if (end.current === null || hasSeen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setHasSeen(true)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, hasSeen])
  return hasSeen
}
