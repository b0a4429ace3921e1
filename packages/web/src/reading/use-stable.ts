import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that is always the same and does what the newest one does: what takes it is not drawn again for its sake. */
export function useStable<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(run)
  useLayoutEffect(() => {
    newest.current = run
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
