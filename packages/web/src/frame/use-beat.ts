import { useEffect } from 'react'
import { isTyping } from '../live/typing.ts'

const BEAT_MS = 800

/**
 * The dots of sessions at work grow faint and strong again, all at once. An animation without end would have the browser make sixty
 * pictures a second for it, all day, and every key that is typed would wait for one of them.
 */
export function useBeat(): void {
  useEffect(() => {
    const root = document.documentElement
    const timer = setInterval(() => {
      const isFaint = !root.hasAttribute('data-beat') && !isTyping()
      root.toggleAttribute('data-beat', isFaint)
    }, BEAT_MS)
    return () => clearInterval(timer)
  }, [])
}
