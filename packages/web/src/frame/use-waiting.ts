import { useLive } from './quarterdeck.ts'

/** How many things wait for a person, over all sessions. */
export function useWaiting(): number {
  return useLive((state) => state.inbox.filter((item) => item.requestId !== undefined).length)
}
