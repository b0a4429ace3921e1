import { type ReactNode, useEffect, useId, useRef } from 'react'
import './parts.css'

interface Props {
  title: string
  /** Room for diffs and trees. */
  isWide?: boolean
  children: ReactNode
  onClose: () => void
}

/** A dialog over the page; on a phone it comes up from below. */
export function Dialog({ title, isWide = false, children, onClose }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => before?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'sheet wide' : 'sheet'}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      onKeyDown={(event) => {
        // Escape is for the dialog alone: behind it stands a turn that it would stop.
        if (event.key === 'Escape') event.stopPropagation()
        // The Enter that has opened it may still be held down, and the focus stands on its first button.
        if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault()
      }}
    >
      <div className="sheet-inner">
        <div className="sheet-head">
          <h1 id={titleId}>{title}</h1>
          <button type="button" className="small-button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
