import { useEffect, useState } from 'react'

/** The time, for words such as "12 s ago"; it goes on by seconds while somebody looks. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
