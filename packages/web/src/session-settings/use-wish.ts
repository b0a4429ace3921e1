import { useState } from 'react'

/** Shows a chosen value until the session has it too: else it would fall back for a moment. */
export function useWish<T>(told: T): { shown: T; wish: (value: T) => void; drop: () => void } {
  const [wished, setWished] = useState<{ value: T } | null>(null)
  if (wished !== null && wished.value === told) setWished(null)
  return {
    shown: wished === null ? told : wished.value,
    wish: (value) => setWished({ value }),
    drop: () => setWished(null),
  }
}
