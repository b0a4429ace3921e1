import { type ReactNode, useState } from 'react'
import { useIsNarrow } from '../parts/use-is-narrow.ts'

interface Props {
  /** Something is chosen in there: it must be seen. */
  isUsed: boolean
  children: ReactNode
}

/** The filters that a phone has no room for until they are wanted. */
export function MoreFilters({ isUsed, children }: Props) {
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(isUsed)
  if (!isNarrow) return children
  return (
    <>
      <button type="button" className="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filters
      </button>
      {isOpen && children}
    </>
  )
}
