import { useEffect, useRef } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { basePath } from '../server-address.ts'

/** Where a device cannot be told in any other way: a sound when more waits than before, and nobody looks. */
export function useChime(waiting: number, isWanted: boolean): void {
  const { api } = useQuarterdeck()
  const before = useRef(waiting)
  useEffect(() => {
    const isMore = waiting > before.current
    before.current = waiting
    if (!isMore || !isWanted || (document.visibilityState === 'visible' && document.hasFocus())) return

    /** Most pages are never heard: what sounds is loaded when it is wanted. */
    async function ring(): Promise<void> {
      const { createPushDevice } = await import('./push-device.ts')
      const standing = await createPushDevice(api.call, new URL(`${basePath}/`, location.href)).read()
      if (standing === 'insecure' || standing === 'unsupported') await (await import('./chime.ts')).playChime()
    }
    // The server is away; then nothing is news.
    ring().catch(() => undefined)
  }, [api, waiting, isWanted])
}
