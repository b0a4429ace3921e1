import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 720px)'

/** A phone, or a window as narrow as one. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(NARROW).matches,
    () => false,
  )
}
