import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { isComposing } from '../text/is-composing.ts'
import { toAge } from '../text/to-age.ts'

interface Props {
  /** Its name for a screen reader, which is part of the contract. */
  name: string
  title: string
  /** Drawn behind the title. It may be learnt later, and change: it is not said aloud. */
  more?: string
  at: string | undefined
  now: number
  problem: string | null
  /** An answer was given, and the server has not confirmed it. */
  isSending: boolean
  isForm?: boolean
  onEscape: () => void
  /** A key that the card has a meaning for; true where it was one. */
  onKey?: (event: KeyboardEvent<HTMLElement>) => boolean
  children: ReactNode
}

function hasWords(target: EventTarget): boolean {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
  return isField && !['checkbox', 'radio'].includes(target.type) && target.value !== ''
}

/** The amber card: it means you. Announced once, when it comes. */
export function CardFrame({
  name,
  title,
  more,
  at,
  now,
  problem,
  isSending,
  isForm = false,
  onEscape,
  onKey,
  children,
}: Props) {
  const titleId = useId()
  const isOffline = useLive((state) => state.connection === 'offline')
  const age = at === undefined ? null : toAge(at, now)
  const { answers } = useQuarterdeck()
  const wasJustGiven = useStore(answers.store, (state) => state.wasJustGiven)
  /** For what happens now, whatever was drawn last. */
  const isJustGiven = () => answers.store.getState().wasJustGiven
  const common = {
    className: 'card',
    'aria-label': name,
    'aria-describedby': titleId,
    // Its buttons hear no click then.
    ...(wasJustGiven && { 'aria-disabled': true }),
    // The focus may be put on the card, never on one of its buttons.
    tabIndex: -1,
    // Escape in the card is a no to the card, and not a stop of the turn.
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.defaultPrevented || isComposing(event)) return
      if (event.key === 'Escape') {
        // With words in a field it only leaves the field: half a reason is none.
        if (hasWords(event.target)) event.currentTarget.focus()
        // One that is held, or comes at once behind another, was meant for the card before.
        else if (!event.repeat && !isJustGiven()) onEscape()
      } else if (!onKey?.(event)) return
      event.stopPropagation()
      event.preventDefault()
    },
    // The second click of two was meant for the card before, whichever button it finds here. A key has no such accident.
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (event.detail === 0 || !isJustGiven() || !(event.target as Element).closest('button')) return
      event.stopPropagation()
      event.preventDefault()
    },
  }
  const content = (
    <>
      <div className="card-head">
        <h2 id={titleId}>
          <span role="alert">{title}</span>
          {more !== undefined && ` ${more}`}
        </h2>
        {age !== null && <span className="quiet">asked {age} ago</span>}
      </div>
      {children}
      {isSending && isOffline && (
        <p className="quiet" role="status">
          You have answered. The answer goes out when the connection is back.
        </p>
      )}
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
  if (isForm)
    return (
      <form {...common} onSubmit={(event) => event.preventDefault()}>
        {content}
      </form>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
    <div role="group" {...common}>
      {content}
    </div>
  )
}
