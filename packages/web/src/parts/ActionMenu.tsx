import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import './parts.css'

export interface Action {
  name: string
  run: () => void
}

interface Props {
  label: string
  /** Facts above the actions. */
  head?: ReactNode
  actions: readonly Action[]
  /** The button that opened it: the menu stands beside it, and the focus goes back to it. */
  opener: HTMLButtonElement
  onClose: () => void
}

/** A short list of things to do. On a phone it comes up from below. */
export function ActionMenu({ label, head, actions, opener, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useEffect(() => {
    const box = menu.current
    if (box === null) return
    box.showPopover()
    const { right, top, bottom } = opener.getBoundingClientRect()
    const isBelow = bottom + box.offsetHeight < innerHeight
    box.style.setProperty('--menu-right', `${Math.max(8, innerWidth - right)}px`)
    box.style.setProperty('--menu-top', `${Math.max(8, isBelow ? bottom : top - box.offsetHeight)}px`)
    items()[0]?.focus()
    return closeBy(opener, box, close)
  }, [])

  function close() {
    opener.focus()
    menu.current?.hidePopover()
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = items()
    const place = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: place + 1, ArrowUp: place - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
    if (next !== undefined) all[next % all.length]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label={label}
      className="menu action-menu"
      tabIndex={-1}
      // Not by `toggle`, which comes later, and would close what was opened meanwhile.
      onBeforeToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={onKeyDown}
    >
      {head !== undefined && <div className="menu-head">{head}</div>}
      {actions.map(({ name, run }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close()
            run()
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** Pressed again, what has opened it closes it. The browser must know it for a part of the menu: it would close it first, and the press would open it anew. */
function closeBy(opener: HTMLButtonElement, menu: HTMLElement, close: () => void): () => void {
  const onClick = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  opener.popoverTargetElement = menu
  opener.popoverTargetAction = 'show'
  opener.addEventListener('click', onClick)
  return () => {
    opener.popoverTargetElement = null
    opener.removeEventListener('click', onClick)
  }
}
