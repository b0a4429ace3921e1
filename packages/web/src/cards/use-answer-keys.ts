import type { Approval } from '@quarterdeck/transcript'
import { type RefObject, useState } from 'react'
import { HINTS, isForOwnButton, leadTo, pressAnswer, showEnd } from '../inbox/answer-by-key.ts'
import { useActions } from '../palette/actions.ts'
import { VIEW_KEYS } from '../palette/view-keys.ts'

/**
 * Answers by a key while a card itself has the focus, and says what to do where a key was not enough. A card that `cameByItself` is only
 * shown by the first press: it may have been meant for the card before.
 */
export function useAnswerKeys(
  stack: RefObject<HTMLElement | null>,
  approvals: readonly Approval[],
  cameByItself: RefObject<Element | null>,
): string {
  const [hint, setHint] = useState({ requestId: '', text: '' })

  function press(answer: 'allow' | 'deny') {
    const cards = [...(stack.current?.querySelectorAll<HTMLElement>('.card') ?? [])]
    const at = cards.indexOf(document.activeElement as HTMLElement)
    const [card, approval] = [cards[at], approvals[at]]
    if (card === undefined || approval === undefined) return
    setHint({ requestId: approval.requestId, text: HINTS[work(card, approval)] })

    function work(card: HTMLElement, approval: Approval) {
      if (cameByItself.current === card) {
        cameByItself.current = null
        showEnd(card)
        return 'not seen'
      }
      return answer === 'allow' && isForOwnButton(approval) ? leadTo(card) : pressAnswer(card, answer)
    }
  }

  useActions(
    approvals.length === 0
      ? []
      : [
          { ...VIEW_KEYS.cardAllow, run: () => press('allow') },
          { ...VIEW_KEYS.cardDeny, run: () => press('deny') },
        ],
  )
  return approvals.some(({ requestId }) => requestId === hint.requestId) ? hint.text : ''
}
