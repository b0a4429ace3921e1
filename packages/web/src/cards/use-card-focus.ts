import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whoever answers one card and touches nothing else stays with the cards: the next one has the focus, as a whole and none of its buttons,
 * so that no key that is still coming decides anything. Whoever has begun to type elsewhere stays there. Gives the card that has got the
 * focus so.
 */
export function useCardFocus(stack: RefObject<HTMLElement | null>, ids: readonly string[]): RefObject<Element | null> {
  const isDeciding = useRef(false)
  const cameByItself = useRef<HTMLElement>(null)
  useEffect(() => {
    const isInside = (target: EventTarget | null) => stack.current?.contains(target as Node) ?? false
    const begin = ({ target }: Event) => {
      if (isInside(target)) isDeciding.current = true
    }
    const end = ({ target }: Event) => {
      if (!isInside(target)) isDeciding.current = false
    }
    document.addEventListener('focusin', begin)
    document.addEventListener('keydown', end, true)
    document.addEventListener('pointerdown', end, true)
    return () => {
      document.removeEventListener('focusin', begin)
      document.removeEventListener('keydown', end, true)
      document.removeEventListener('pointerdown', end, true)
    }
  }, [stack])
  const shown = ids.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is looked at when the cards have changed
  useEffect(() => {
    if (!isDeciding.current || stack.current?.contains(document.activeElement)) return
    cameByItself.current = stack.current?.querySelector<HTMLElement>('.card') ?? null
    cameByItself.current?.focus()
  }, [shown, stack])
  return cameByItself
}
