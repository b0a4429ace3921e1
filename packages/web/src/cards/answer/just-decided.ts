import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** As long as the two clicks of a double click may be apart. */
const APART_MS = 500

const justDecided = createStore(() => ({ is: false }))
let timer: ReturnType<typeof setTimeout> | undefined

/** Something was decided: a click or an Escape that comes at once was meant for the same card. */
export function noteDecision(): void {
  clearTimeout(timer)
  timer = setTimeout(() => justDecided.setState({ is: false }), APART_MS)
  justDecided.setState({ is: true })
}

/** For what happens now, whatever was drawn last. */
export function isJustDecided(): boolean {
  return justDecided.getState().is
}

/** Whether a click or an Escape could be the second of two, on a card that came up in the place of the one that was decided. */
export function useJustDecided(): boolean {
  return useStore(justDecided, ({ is }) => is)
}
