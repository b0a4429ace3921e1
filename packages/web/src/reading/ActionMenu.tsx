import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

export interface MenuAction {
  name: string
  run: () => void
}

interface Props {
  /** The whole name of the button, as a screen reader says it. */
  name: string
  actions: readonly MenuAction[]
  children: ReactNode
}

/** A button with what can be done with one entry of a list, beside it. */
export function ActionMenu({ name, actions, children }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  function move(step: number) {
    const all = items()
    all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus()
  }

  /** A popover stands in the middle of the screen by itself: this one belongs to its button, and stays within the window. */
  function place() {
    if (menu.current === null || button.current === null) return
    const at = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = menu.current
    const top = at.bottom + offsetHeight > innerHeight ? at.top - offsetHeight : at.bottom
    Object.assign(menu.current.style, {
      inset: 'auto',
      margin: '0',
      top: `${Math.max(8, top)}px`,
      left: `${Math.max(8, at.right - offsetWidth)}px`,
    })
    items()[0]?.focus()
  }

  // Before it is drawn: in the middle of the screen it would be seen for a moment.
  useLayoutEffect(() => {
    if (!isOpen) return
    menu.current?.showPopover()
    place()
  })

  return (
    <>
      <button
        ref={button}
        type="button"
        className="small-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <div
          ref={menu}
          popover="auto"
          role="menu"
          aria-label={name}
          className="menu"
          onToggle={(event) => event.newState === 'closed' && setIsOpen(false)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') move(1)
            else if (event.key === 'ArrowUp') move(-1)
            else if (event.key === 'Escape') {
              menu.current?.hidePopover()
              button.current?.focus()
            } else return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          {actions.map((action) => (
            <button
              key={action.name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                menu.current?.hidePopover()
                action.run()
              }}
            >
              {action.name}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
