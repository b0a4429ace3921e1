import { type ComponentType, lazy } from 'react'

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 5000
/** Then it is said: a page of another version than its server finds its parts no more, and has to be loaded again. */
const TRIES = 20

/** A part of the page that is loaded when it is wanted first. A server that is away for a moment is no reason to show an error in its place. */
// biome-ignore lint/suspicious/noExplicitAny: as React's own, which takes a component with any properties
export function lazily<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  return lazy(() => loadPatiently(load, (ms) => new Promise((resolve) => setTimeout(resolve, ms))))
}

export async function loadPatiently<T>(load: () => Promise<T>, wait: (ms: number) => Promise<unknown>): Promise<T> {
  for (let tries = 1, waitMs = FIRST_WAIT_MS; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (tries === TRIES) throw error
      await wait(waitMs)
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    }
  }
}
