import type { WaitingMessage } from '@quarterdeck/transcript'
import { type RefObject, useRef, useState } from 'react'
import type { ComposerHandle } from '../Composer.tsx'
import type { QueueActions } from './queue-actions.ts'

interface Props {
  message: WaitingMessage
  /** It is held, and others of the list are not. */
  isMarked: boolean
  /** All of it. */
  readWords: () => string
  place: number
  all: readonly WaitingMessage[]
  actions: QueueActions
  onEdit: () => void
  /** Into the message field, with its pictures; null where it has none, or something that has no place there. */
  onTakeOut: (() => void) | null
  composer: RefObject<ComposerHandle | null>
}

export function QueuedMessage(props: Props) {
  const { message, isMarked, readWords, place, all, actions, onEdit, onTakeOut, composer } = props
  const { uuid, text, attachments } = message
  const box = useRef<HTMLDivElement>(null)
  // Two lines of it leave room for the others, and for their buttons; a press shows the rest.
  const isLong = text.length > 60 || text.includes('\n')
  const [isWhole, setIsWhole] = useState(false)
  const about = text.length > 40 ? `${text.slice(0, 40)}…` : text
  const [above, below] = [all[place - 1], all[place + 1]]

  function move(before: string | null, isLast: boolean) {
    actions.move(uuid, before)
    // At the end of the list the arrow that was pressed goes away, and would take the focus with it.
    if (isLast) box.current?.querySelector<HTMLElement>('[data-edit], button:last-of-type')?.focus()
  }

  /** Its buttons go away with it: one goes on at its neighbour, or writes. */
  function letGo(run: () => void) {
    run()
    const next = (below ?? above)?.uuid
    const neighbour =
      next === undefined ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`)
    if (neighbour === null) composer.current?.focus()
    else neighbour.querySelector<HTMLElement>('button:last-of-type')?.focus()
  }

  const button = (name: string, shown: string, onClick: () => void) => (
    <button type="button" className="small-button" aria-label={`${name}: ${about}`} onClick={onClick}>
      {shown}
    </button>
  )
  return (
    <div ref={box} className="queued-message" data-row={uuid}>
      {isLong ? (
        <details className="queued-whole" onToggle={({ currentTarget }) => setIsWhole(currentTarget.open)}>
          <summary className="queued-text">{isWhole ? readWords() : text}</summary>
        </details>
      ) : (
        <span className="queued-text">{text}</span>
      )}
      {isMarked && <span className="tool-note">held</span>}
      {attachments.length > 0 && <span className="quiet">with {attachments.join(', ')}</span>}
      {above !== undefined && button('Move up', '↑', () => move(above.uuid, place === 1))}
      {below !== undefined &&
        button('Move down', '↓', () => move(all[place + 2]?.uuid ?? null, place === all.length - 2))}
      {(attachments.length === 0 || onTakeOut !== null) && (
        <button
          type="button"
          className="small-button"
          aria-label={`Edit: ${about}`}
          data-edit={uuid}
          onClick={onTakeOut ?? onEdit}
        >
          Edit
        </button>
      )}
      {button('Send now', 'Send now', () => letGo(() => actions.sendNow(uuid)))}
      {button('Cancel', 'Cancel', () => {
        // ↑ brings back words alone.
        if (onTakeOut !== null) return onTakeOut()
        letGo(() => {
          actions.cancel(uuid)
          composer.current?.noteCleared(readWords())
        })
      })}
    </div>
  )
}
