/** Whoever has pressed a key so lately is likely to press another. */
const TYPING_MS = 300

let pressedAt = Number.NEGATIVE_INFINITY
const waiting = new Set<() => void>()

/** Hears every key of the page. */
export function noteKey(): void {
  pressedAt = performance.now()
  // Behind the frame that shows it.
  requestAnimationFrame(() =>
    setTimeout(() => {
      for (const call of waiting) call()
    }),
  )
}

export function isTyping(): boolean {
  return performance.now() - pressedAt < TYPING_MS
}

/** Calls whenever a key has been painted, until it is taken back. */
export function afterEachKey(call: () => void): () => void {
  waiting.add(call)
  return () => waiting.delete(call)
}
