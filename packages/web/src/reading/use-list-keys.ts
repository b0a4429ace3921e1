import { useEffect, useEffectEvent } from 'react'
import { useActions } from '../palette/actions.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface Options {
  count: number
  /** Where the keyboard is; -1 before it was anywhere. */
  current: number
  onMove: (index: number) => void
  /** Other keys, for the entry where the keyboard is. */
  onKey?: (key: string) => void
}

/** `j` and `k` or the arrows go through a list, from anywhere in the view but a field or a dialog. */
export function useListKeys({ count, current, onMove, onKey }: Options): void {
  const move = (step: number) => onMove(Math.max(0, Math.min(count - 1, current + step)))
  // Here they are listed among the keys of the page, and heard with them.
  const common = { group: 'List', isKeyOnly: true } as const
  useActions(
    count === 0
      ? []
      : [
          { ...common, id: 'list.next', name: 'Next', keys: ['j'], run: () => move(1) },
          { ...common, id: 'list.previous', name: 'Previous', keys: ['k'], run: () => move(-1) },
        ],
  )
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || count === 0) return
    if (isTaken(event)) return
    const step = STEPS[event.key]
    if (step === undefined) {
      if (current >= 0) onKey?.(event.key)
      return
    }
    event.preventDefault()
    move(step)
  })
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whoever types, chooses, or answers a dialog means that. An arrow in a search field leads to what was found. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('input[type="search"]')) return key !== 'ArrowDown'
  return target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="log"]')
}
