import { useSyncExternalStore } from 'react'

export type DiffLayout = 'unified' | 'split'

const KEY = 'quarterdeck.diff-layout'
/** Narrower than this, two sides are two narrow strips. */
const WIDE = '(min-width: 1000px)'

let query: MediaQueryList | undefined

const listeners = new Set<() => void>()
/** Where nothing can be stored, the choice lasts as long as the page. */
let chosen: DiffLayout | null = null

/** How the reader wants changes to be drawn: one choice for all of them, kept in this browser. */
export function useDiffLayout(): [layout: DiffLayout, choose: (layout: DiffLayout) => void] {
  const layout = useSyncExternalStore(subscribe, readLayout, () => 'unified' as const)
  return [layout, choose]
}

/** One for all: asking anew at every drawing costs more than the drawing. */
function getQuery(): MediaQueryList {
  query ??= matchMedia(WIDE)
  return query
}

function subscribe(onChange: () => void): () => void {
  const media = getQuery()
  listeners.add(onChange)
  media.addEventListener('change', onChange)
  return () => {
    listeners.delete(onChange)
    media.removeEventListener('change', onChange)
  }
}

function readLayout(): DiffLayout {
  if (!getQuery().matches) return 'unified'
  return chosen ?? (localStorage.getItem(KEY) === 'split' ? 'split' : 'unified')
}

function choose(layout: DiffLayout): void {
  chosen = layout
  try {
    localStorage.setItem(KEY, layout)
  } catch {
    // The storage is full, or closed to us.
  }
  for (const listener of listeners) listener()
}
