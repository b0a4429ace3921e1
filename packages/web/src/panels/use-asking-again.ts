import { useEffect, useEffectEvent } from 'react'

const EVERY_MS = 3000

/**
 * Nobody tells a host how a server fares, so the CLI is asked again for as long as something is `awaited` and somebody looks, but not
 * longer than `longestMs`: each question stands in the session's log, which a server that never comes must not fill.
 */
export function useAskingAgain(awaited: string | null, ask: () => Promise<unknown>, longestMs: number): void {
  // One that fails is followed by the next.
  const askOnce = useEffectEvent(() => ask().catch(() => undefined))
  useEffect(() => {
    if (awaited === null) return
    const until = Date.now() + longestMs
    let isAsking = false
    const timer = setInterval(async () => {
      if (isAsking || document.hidden) return
      if (Date.now() > until) return clearInterval(timer)
      isAsking = true
      await askOnce()
      isAsking = false
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [awaited, longestMs])
}
