import { type ReactNode, useId } from 'react'
import './panels.css'

interface Props {
  /** Part of the contract. */
  name: string
  /** How many, beside the name. */
  note?: string | undefined
  /** The note is of something that waits for a person. */
  isWaiting?: boolean
  /** It is not of the whole session. */
  isPartial?: boolean
  children: ReactNode
}

/** One of the things that stand beside the conversation. */
export function Panel({ name, note, isWaiting = false, isPartial = false, children }: Props) {
  const titleId = useId()
  return (
    <aside className="panel" aria-labelledby={titleId}>
      <div className="panel-head">
        <h2 id={titleId}>{name}</h2>
        {note !== undefined && <span className={isWaiting ? 'waits' : 'quiet'}>{note}</span>}
      </div>
      {children}
      {isPartial && <p className="quiet">Of the newest part of the session.</p>}
    </aside>
  )
}
