import type { KeyboardEvent } from 'react'
import { type Action, useActions } from '../palette/actions.ts'
import { VIEW_KEYS } from '../palette/view-keys.ts'
import { isComposing } from '../text/is-composing.ts'

interface Options {
  count: number
  /** Where the keyboard is; -1 before it was anywhere. */
  current: number
  onMove: (index: number) => void
  /** What else can be done with the entry where the keyboard is. */
  more?: readonly Action[]
}

/**
 * `j` and `k` go through a list, from anywhere in the view. The arrows do so in the list itself, and lead down to it from a field: for
 * its `onKeyDown`, and for the list's.
 */
export function useListKeys({ count, current, onMove, more = [] }: Options): (event: KeyboardEvent) => void {
  const move = (step: number) => onMove(Math.max(0, Math.min(count - 1, current + step)))
  useActions(
    count === 0
      ? []
      : [{ ...VIEW_KEYS.listNext, run: () => move(1) }, { ...VIEW_KEYS.listPrevious, run: () => move(-1) }, ...more],
  )
  return (event) => {
    if (isComposing(event)) return
    const isField = event.target instanceof HTMLInputElement && event.target.type === 'search'
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' && !isField ? -1 : 0
    if (step === 0 || count === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(step)
  }
}
