import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLive } from '../../frame/quarterdeck.ts'
import { isComposing } from '../../text/is-composing.ts'
import type { ComposerHandle } from '../Composer.tsx'
import { changeHeld, type HeldMessage } from './held-messages.ts'
import type { Holding } from './use-holding.ts'

interface Props {
  sessionId: string
  hold: HeldMessage
  holding: Holding
  /** It was saved or let be, and is not in the queue again yet: the focus has its place here until then. */
  isReturning: boolean
  enterSends: boolean
  composer: RefObject<ComposerHandle | null>
}

/** A message that is held while it is changed. */
export function HeldField({ sessionId, hold, holding, isReturning, enterSends, composer }: Props) {
  const { uuid, original } = hold
  const isOffline = useLive((state) => state.connection === 'offline')
  /** Null as long as nothing was typed here: another tab may have it open, too. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isFinishing, setIsFinishing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef({ typed, holding, isDone: false })
  latest.current.typed = typed
  latest.current.holding = holding
  const text = typed ?? hold.text
  const isClosed = isFinishing || isReturning

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is drawn first
  useEffect(() => {
    if (holding.begun.current !== uuid) return
    holding.begun.current = null
    field.current?.focus()
    field.current?.setSelectionRange(original.length, original.length)
  }, [])

  useEffect(
    () => () => {
      const { typed, isDone, holding } = latest.current
      if (!isDone) holding.leave(uuid, typed)
    },
    [uuid],
  )

  /** At every key: what has been typed may be all that is left of the message. */
  function change(words: string) {
    setTyped(words)
    changeHeld(sessionId, uuid, { text: words })
  }

  function close(words: string, isSaved: boolean) {
    if (isClosed || words.trim() === '') return
    // What is refused in this moment finds the newest words there.
    changeHeld(sessionId, uuid, { text: isSaved ? words : original })
    latest.current.isDone = true
    setIsFinishing(true)
    setTyped(null)
    if (!isSaved && text !== original) composer.current?.noteCleared(text)
    void holding.putBack(hold, words, isSaved)
  }
  const save = () => close(text, true)
  const leave = () => close(original, false)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return
    const { key, shiftKey, ctrlKey, metaKey } = event
    const isSave = key === 'Enter' && !shiftKey && (enterSends || ctrlKey || metaKey)
    if (!isSave && key !== 'Escape') return
    // The Enter that has opened it may still be held down.
    if (!event.repeat) isSave ? save() : leave()
    // The page's own Escape stops the turn.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="queued-edit">
      <textarea
        ref={field}
        className="field"
        aria-label="Edit queued message"
        readOnly={isClosed}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="quiet" role="status">
        {toNote({ isClosed, isOut: hold.isOut, isOffline })}
      </span>
      <button type="button" className="small-button" disabled={isClosed} onClick={leave}>
        Leave it
      </button>
      <button type="button" className="small-button" disabled={isClosed || text.trim() === ''} onClick={save}>
        Save
      </button>
    </div>
  )
}

function toNote({ isClosed, isOut, isOffline }: { isClosed: boolean; isOut: boolean; isOffline: boolean }): string {
  if (isOffline) return isOut ? 'held; goes back when the connection is there again' : 'no answer yet, it may have gone'
  if (isClosed) return 'putting it back…'
  return isOut ? 'held until you save it' : 'taking it out of the queue…'
}
