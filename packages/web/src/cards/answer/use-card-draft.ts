import { useRef, useState } from 'react'
import { cardDrafts } from './card-drafts.ts'

/**
 * What was filled in and chosen in a card, as `useState` has it: it is there again after a reload and after a look at another session,
 * in the card of the same request and in no other.
 */
export function useCardDraft<T>(
  requestId: string,
  field: string,
  initial: T,
): [value: T, setValue: (next: T | ((now: T) => T)) => void] {
  const [value, setValue] = useState(() => cardDrafts.read(requestId, field, initial))
  const latest = useRef(value)
  return [
    value,
    (next) => {
      latest.current = typeof next === 'function' ? (next as (now: T) => T)(latest.current) : next
      setValue(latest.current)
      cardDrafts.keep(requestId, field, latest.current)
    },
  ]
}
