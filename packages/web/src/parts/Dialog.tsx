import type { ReactNode } from 'react'
import { ModalDialog } from './ModalDialog.tsx'
import './parts.css'

interface Props {
  title: string
  /** Room for diffs and trees. */
  isWide?: boolean
  children: ReactNode
  onClose: () => void
}

/** A dialog with a title; on a phone it comes up from below. */
export function Dialog({ title, isWide = false, children, onClose }: Props) {
  return (
    <ModalDialog name={title} className={isWide ? 'sheet wide' : 'sheet'} onClose={onClose}>
      <div className="sheet-inner">
        <div className="sheet-head">
          <h1>{title}</h1>
          <button type="button" className="small-button" onClick={onClose}>
            Close
          </button>
        </div>
        {children}
      </div>
    </ModalDialog>
  )
}
