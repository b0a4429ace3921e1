import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  name: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A dialog of the browser: it keeps the focus inside, gives it back, and closes by Escape or a click beside it. */
export function ModalDialog({ name, className, onClose, children }: Props) {
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same by keyboard
    <dialog
      ref={dialog}
      className={className}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}
