import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  onClose: () => void
  children: ReactNode
}

/** The sidebar on a phone. A dialog of the browser: it keeps the focus inside, closes by Escape, and by a tap beside it. */
export function Drawer({ onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same by keyboard
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a') !== null
        if (isLink || event.target === dialog.current) dialog.current?.close()
      }}
    >
      <button
        type="button"
        className="icon-button drawer-close"
        aria-label="Close menu"
        onClick={() => dialog.current?.close()}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
      </button>
      {children}
    </dialog>
  )
}
