import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from 'react'

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 5000
/** Then it is said: a page of another version than its server finds its parts no more, and has to be loaded again. */
const TRIES = 20

export interface Part<P> extends FunctionComponent<P> {
  /** Before it is wanted. What is there is drawn at once, without a moment in which its place is empty. */
  load(): Promise<void>
}

/**
 * A part of the page that is loaded when it is wanted first. A server that is away for a moment is no reason to show an error in its place.
 * React's own `lazy` would hold every part back for 300 ms, so that what waits is seen at least that long; here nobody is to see it at all.
 */
export function lazily<P extends object>(
  read: () => Promise<{ default: ComponentType<P> }>,
  /** Keeps its place until then. */
  Waiting?: ComponentType<P>,
): Part<P> {
  let found: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const load = () => {
    loading ??= loadPatiently(read, (ms) => new Promise((resolve) => setTimeout(resolve, ms))).then(
      (part) => {
        found = part.default
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Lazily(props: P) {
    const [outcome, setOutcome] = useState<{ error?: unknown }>({})
    useEffect(() => {
      if (found !== undefined) return
      let isOver = false
      const end = (error?: unknown) => isOver || setOutcome({ error })
      load().then(() => end(), end)
      return () => {
        isOver = true
      }
    }, [])
    if (outcome.error !== undefined) throw outcome.error
    const shown = found ?? Waiting
    return shown === undefined ? null : createElement(shown, props)
  }
  return Object.assign(Lazily, { load })
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
