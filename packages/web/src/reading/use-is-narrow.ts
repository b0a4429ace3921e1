import { useSyncExternalStore } from 'react'

/** As wide as a phone, as the style sheets mean it. */
const query = globalThis.matchMedia?.('(max-width: 720px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query?.addEventListener('change', onChange)
      return () => query?.removeEventListener('change', onChange)
    },
    () => query?.matches ?? false,
    () => false,
  )
}
