import { useEffect, useState } from 'react'

const TYPING_MS = 120

/** A text, once nobody has typed for a moment: the server is not asked for every letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
