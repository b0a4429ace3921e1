import { useEffect, useState } from 'react'

/** A value once it has rested, so that the server is not asked at every key. */
export function useLater<T>(value: T, ms = 200): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
