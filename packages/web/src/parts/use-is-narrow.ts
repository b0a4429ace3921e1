import { useSyncExternalStore } from 'react'

/** The same in every style sheet. A phone on its side is wide, and yet has no room for more than one thing. */
export const NARROW = '(max-width: 720px), (max-height: 480px) and (pointer: coarse)'

let query: MediaQueryList | undefined

/** One for all: asking anew at every drawing costs more than the drawing. */
function getQuery(): MediaQueryList {
  query ??= matchMedia(NARROW)
  return query
}

/** A phone, or a window as narrow as one. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = getQuery()
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => getQuery().matches,
    () => false,
  )
}
