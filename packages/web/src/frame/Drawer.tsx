import type { ReactNode } from 'react'
import { ModalDialog } from '../parts/ModalDialog.tsx'

interface Props {
  onClose: () => void
  children: ReactNode
}

/** The sidebar on a phone, until a link of it is followed. */
export function Drawer({ onClose, children }: Props) {
  return (
    <ModalDialog
      name="Menu"
      className="drawer"
      onClick={({ target }) => target instanceof Element && target.closest('a') !== null && onClose()}
      onClose={onClose}
    >
      <button type="button" className="icon-button drawer-close" aria-label="Close menu" onClick={onClose}>
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        </svg>
      </button>
      {children}
    </ModalDialog>
  )
}
