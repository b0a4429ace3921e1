import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useActions } from '../palette/actions.ts'
import { VIEW_KEYS } from '../palette/view-keys.ts'
import { HINTS, isForOwnButton, leadTo, type Pressed, pressAnswer, pressNumber } from './answer-by-key.ts'
import type { InboxEntry } from './entries.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/**
 * The inbox by keyboard. What is answered is what the person has chosen: when that goes away nothing is chosen, so that a second press
 * of a key cannot answer what came into its place.
 */
export function useInboxKeys(entries: readonly InboxEntry[], list: RefObject<HTMLElement | null>) {
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<string | null>(null)
  const [hint, setHint] = useState('')
  const last = useRef(0)
  const open = entries.filter((entry) => entry.gone === null)
  const at = open.findIndex((entry) => entry.key === chosen)

  // An answered card takes the focus with it. It goes to the list, where a key answers nothing before something is chosen.
  const isGone = chosen !== null && at === -1
  useEffect(() => {
    if (isGone && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [isGone, list])

  function choose(index: number) {
    const entry = open[Math.max(0, Math.min(index, open.length - 1))]
    if (entry === undefined) return
    last.current = open.indexOf(entry)
    setChosen(entry.key)
    setHint('')
    const card = findCard(entry.key)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }
  // Where what was chosen is gone, the next one stands in its place, and the previous one before that.
  const move = (step: 1 | -1) => choose(at !== -1 ? at + step : step === 1 ? last.current : last.current - 1)

  function press(work: (card: HTMLElement, entry: InboxEntry) => Pressed) {
    const entry = open[at]
    const card = entry === undefined ? null : findCard(entry.key)
    // The first press shows what the next one would answer.
    if (entry === undefined || card === null) return choose(last.current)
    setHint(HINTS[work(card, entry)])
  }

  function openChosen() {
    const entry = open[at]
    if (entry !== undefined) navigate(`/sessions/${entry.item.sessionId}`)
  }

  useActions(
    open.length === 0
      ? []
      : [
          { ...VIEW_KEYS.inboxNext, run: () => move(1) },
          { ...VIEW_KEYS.inboxPrevious, run: () => move(-1) },
          { ...VIEW_KEYS.inboxOpen, run: openChosen },
          { ...VIEW_KEYS.inboxAllow, run: () => press(allow) },
          { ...VIEW_KEYS.inboxDeny, run: () => press((card) => pressAnswer(card, 'deny')) },
          {
            id: 'inbox.number',
            name: 'Choose an option or a suggestion',
            group: 'Inbox',
            isKeyOnly: true,
            keys: DIGITS,
            keysText: '1 … 9',
            run: (key) => press((card) => pressNumber(card, Number(key))),
          },
        ],
  )
  return { chosen: at === -1 ? null : chosen, hint, setChosen }
}

function allow(card: HTMLElement, { item }: InboxEntry): Pressed {
  return isForOwnButton(item) ? leadTo(card) : pressAnswer(card, 'allow')
}

function findCard(key: string): HTMLElement | null {
  return document.querySelector(`[data-inbox-key="${CSS.escape(key)}"]`)
}
