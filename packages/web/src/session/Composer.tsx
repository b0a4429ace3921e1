import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

interface Props {
  isWorking: boolean
  /** How many cards are open above. */
  approvals: number
  status: string
  costUsd: number
  /** What the session waits for, where that is not plain from its status. */
  why: string | null
  /** The same id for the same words: sent once more after a lost answer, they are taken once. */
  onSend: (content: string, commandId: string) => Promise<void>
  onStop: () => Promise<void>
}

export function Composer({ isWorking, approvals, status, why, costUsd, onSend, onStop }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const canSend = text.trim() !== '' && !isSending

  const unsent = useRef({ text: '', commandId: '' })
  const input = useRef<HTMLTextAreaElement>(null)
  // Whoever opens a session, or has just decided, goes on by typing; a focus elsewhere is left where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that went away took the focus with it
  useEffect(() => {
    if (document.activeElement === document.body) input.current?.focus()
  }, [approvals])

  async function attempt(action: () => Promise<void>) {
    setProblem(null)
    try {
      await action()
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  function send() {
    if (!canSend) return
    setIsSending(true)
    if (unsent.current.text !== text) unsent.current = { text, commandId: crypto.randomUUID() }
    const { commandId } = unsent.current
    void attempt(async () => {
      await onSend(text, commandId)
      unsent.current = { text: '', commandId: '' }
      // What was typed meanwhile is the next message.
      setText((now) => (now === text ? '' : now))
    }).finally(() => setIsSending(false))
  }

  function onKeyDown(event: KeyboardEvent) {
    // While a word is composed (Japanese, Chinese, …), Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && text !== '') {
      // The page's own Escape stops the turn; this one only clears.
      event.stopPropagation()
      setText('')
    }
  }

  return (
    <div className="composer">
      <textarea
        ref={input}
        className="field"
        aria-label="Message"
        placeholder="Write to Claude. Enter sends, Shift+Enter begins a new line."
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <span className="status quiet" role="status" aria-label="Session status">
          {status}
          {costUsd > 0 && ` · $${costUsd.toFixed(4)}`}
          {why !== null && ` · ${why}`}
        </span>
        {isWorking && (
          <button type="button" className="button" onClick={() => attempt(onStop)}>
            Stop
          </button>
        )}
        <button type="button" className="button primary" disabled={!canSend} onClick={send}>
          Send
        </button>
      </div>
    </div>
  )
}
