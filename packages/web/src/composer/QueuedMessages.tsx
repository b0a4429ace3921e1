import type { WaitingMessage } from '@quarterdeck/transcript'
import { useState } from 'react'

export interface QueueActions {
  edit: (uuid: string, content: string) => void
  move: (uuid: string, before: string | null) => void
  cancel: (uuid: string) => void
  sendNow: (uuid: string) => void
}

/** What was sent and waits for the turn to end: it can be changed, moved, taken back, or sent into the turn. */
export function QueuedMessages({ messages, actions }: { messages: readonly WaitingMessage[]; actions: QueueActions }) {
  if (messages.length === 0) return null
  const ours = messages.filter((message) => message.in === 'keeper')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is long scrolls, by keyboard too
    <ol className="queued" aria-label="Queued messages" tabIndex={0}>
      {messages.map((message) => (
        <li key={message.uuid}>
          {message.in === 'cli' ? (
            <p className="quiet">
              {message.text} <span className="tool-note">with Claude already</span>
            </p>
          ) : (
            <QueuedMessage message={message} place={ours.indexOf(message)} all={ours} actions={actions} />
          )}
        </li>
      ))}
    </ol>
  )
}

interface Props {
  message: WaitingMessage
  place: number
  all: readonly WaitingMessage[]
  actions: QueueActions
}

function QueuedMessage({ message: { uuid, text, attachments }, place, all, actions }: Props) {
  const [edited, setEdited] = useState<string | null>(null)
  const about = text.length > 40 ? `${text.slice(0, 40)}…` : text
  if (edited !== null)
    return (
      <div className="queued-edit">
        <textarea
          className="field"
          aria-label="Edit queued message"
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
        />
        <button type="button" className="small-button" onClick={() => setEdited(null)}>
          Leave it
        </button>
        <button
          type="button"
          className="small-button"
          disabled={edited.trim() === ''}
          onClick={() => {
            actions.edit(uuid, edited)
            setEdited(null)
          }}
        >
          Save
        </button>
      </div>
    )
  return (
    <div className="queued-message">
      <span className="queued-text">{text}</span>
      {attachments.length > 0 && <span className="quiet">with {attachments.join(', ')}</span>}
      {place > 0 && (
        <button
          type="button"
          className="small-button"
          aria-label={`Move up: ${about}`}
          onClick={() => actions.move(uuid, all[place - 1]?.uuid ?? null)}
        >
          ↑
        </button>
      )}
      {place < all.length - 1 && (
        <button
          type="button"
          className="small-button"
          aria-label={`Move down: ${about}`}
          onClick={() => actions.move(uuid, all[place + 2]?.uuid ?? null)}
        >
          ↓
        </button>
      )}
      {attachments.length === 0 && (
        <button type="button" className="small-button" aria-label={`Edit: ${about}`} onClick={() => setEdited(text)}>
          Edit
        </button>
      )}
      <button
        type="button"
        className="small-button"
        aria-label={`Send now: ${about}`}
        onClick={() => actions.sendNow(uuid)}
      >
        Send now
      </button>
      <button
        type="button"
        className="small-button"
        aria-label={`Cancel: ${about}`}
        onClick={() => actions.cancel(uuid)}
      >
        Cancel
      </button>
    </div>
  )
}
