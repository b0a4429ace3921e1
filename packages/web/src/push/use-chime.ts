import { useEffect, useRef } from 'react'
import { playChime } from './chime.ts'
import type { PushDevice } from './push-device.ts'

/** Where a device cannot be told in any other way: a sound when more waits than before, and nobody looks. */
export function useChime(device: PushDevice, waiting: number, isWanted: boolean): void {
  const before = useRef(waiting)
  useEffect(() => {
    const isMore = waiting > before.current
    before.current = waiting
    if (!isMore || !isWanted || (document.visibilityState === 'visible' && document.hasFocus())) return
    device.read().then(
      (standing) => (standing === 'insecure' || standing === 'unsupported' ? playChime() : undefined),
      // The server is away; then nothing is news.
      () => undefined,
    )
  }, [device, waiting, isWanted])
}
