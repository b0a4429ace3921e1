/** Time, as the live connection needs it; tests have one of their own. */
export interface Clock {
  now(): number
  /** Calls once, later; returns what takes it back. */
  after(ms: number, call: () => void): () => void
  /** Calls before the page is drawn next. */
  beforeNextFrame(call: () => void): () => void
  /** From 0 to 1: pages that lost a server must not all come back at the same moment. */
  random(): number
}

/** A page that nobody sees is not drawn, and still has to hear what happens. */
const HIDDEN_FRAME_MS = 250

/** However slow the machine, what is typed is not kept waiting longer than this for the next picture. */
const LONGEST_REST_MS = 150

/** Until when the page is not drawn again by itself. */
let restUntil = 0

/** As long as a picture took, whoever types has the processor: on a slow machine drawing alone would take all of it. */
function restAfter(began: number): void {
  setTimeout(() => {
    const now = performance.now()
    restUntil = now + Math.min(LONGEST_REST_MS, now - began)
  })
}

export const browserClock: Clock = {
  // Goes on while the machine sleeps.
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  beforeNextFrame(call) {
    if (document.visibilityState !== 'visible') return browserClock.after(HIDDEN_FRAME_MS, call)
    let isDone = false
    const once = () => {
      if (isDone) return
      isDone = true
      restAfter(performance.now())
      call()
    }
    const timer = setTimeout(() => requestAnimationFrame(once), Math.max(0, restUntil - performance.now()))
    // The page may be hidden before it is drawn.
    const undo = browserClock.after(HIDDEN_FRAME_MS, once)
    return () => {
      isDone = true
      clearTimeout(timer)
      undo()
    }
  },
  random: Math.random,
}
