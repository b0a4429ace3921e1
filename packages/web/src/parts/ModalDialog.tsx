import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

interface Props {
  name: string
  className?: string
  onClick?: (event: MouseEvent) => void
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog of the browser: it keeps the focus inside, gives it back, and closes by Escape or a click beside it.
 * It is taken away in the moment of the key. The browser's own `close` comes later, and would close what was opened meanwhile.
 */
export function ModalDialog({ name, className, onClick, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    const { pathname } = location
    shown?.showModal()
    // The browser begins with the first field, which is not always the one to go on in.
    shown?.querySelector<HTMLElement>('[data-begin]')?.focus()
    // Taken away with its component, it is not closed, and the browser would not give the focus back. A new view takes it itself.
    return () => {
      shown?.close()
      if (location.pathname === pathname && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => (event.target === dialog.current ? onClose() : onClick?.(event))}
      onKeyDown={(event) => {
        // Escape is for the dialog alone: behind it stands a turn that it would stop.
        if (event.key === 'Escape') event.stopPropagation()
        // The Enter that has opened it may still be held down, and the focus stands on its first button.
        if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault()
      }}
    >
      {children}
    </dialog>
  )
}
