interface Props {
  count: number
  onSend: () => void
  onDiscard: () => void
}

/** Says how many messages are held after a stop or an end, and what can be done with them. */
export function HeldHead({ count, onSend, onDiscard }: Props) {
  const messages = count === 1 ? 'message' : 'messages'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" className="queued-head held-head" aria-label="Held messages">
      <span role="status">
        {count} {messages} held
      </span>
      <button type="button" className="small-button" aria-label={`Send held ${messages}`} onClick={onSend}>
        Send
      </button>
      <button type="button" className="small-button" aria-label={`Discard held ${messages}`} onClick={onDiscard}>
        Discard
      </button>
    </div>
  )
}
