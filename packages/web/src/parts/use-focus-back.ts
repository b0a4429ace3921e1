import { useEffect, useState } from 'react'

/** Where this goes away with the focus in it, the focus goes back to where it was. On the page's body, the next Escape would stop a turn. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => giveFocusBack(before), [before])
}

/** Where nothing has the focus: to what is named, or to where one writes, except on a phone, whose keyboard would come up. */
export function giveFocusBack(to: Element | null): void {
  if (document.activeElement !== document.body) return
  if (to instanceof HTMLElement && to !== document.body && to.isConnected) to.focus()
  else if (matchMedia('(hover: hover)').matches)
    document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()
}
