import { useEffect, useState } from 'react'
import { useIsNarrow } from '../parts/use-is-narrow.ts'

/** Panels stand beside the conversation where there is room for both, and over it on a phone. */
export function usePanels() {
  const [areOpen, setAreOpen] = useState(() => matchMedia('(min-width: 1200px)').matches)
  const isNarrow = useIsNarrow()
  // What stood beside the conversation would come up over whatever is open.
  useEffect(() => {
    if (isNarrow) setAreOpen(false)
  }, [isNarrow])
  return {
    areOpen,
    toggle: () => setAreOpen((isOpen) => !isOpen),
    close: () => setAreOpen(false),
    /** Closes them where they cover the conversation. */
    giveWay: () => isNarrow && setAreOpen(false),
  }
}
