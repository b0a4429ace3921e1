import { afterEachKey, isTyping } from './typing.ts'

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
const HIDDEN_MS = 250
/** Nobody reads faster than this. */
const SHORTEST_REST_MS = 30
/** However slow the machine, what comes is not kept back longer than this. */
const LONGEST_REST_MS = 150
/** Where a picture takes no time, it is not kept back for a key either. */
const RESTS_FOR_A_KEY = 4

/** How long the last picture took, and when it was there. */
let tookMs = 0
let drawnAt = Number.NEGATIVE_INFINITY

function noteDrawing(began: number): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      drawnAt = performance.now()
      tookMs = drawnAt - began
    }),
  )
}

/** As long as a picture took, whoever types has the processor: on a slow machine drawing alone would take all of it. */
function toRestMs(): number {
  const restMs = Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, tookMs))
  return Math.max(0, drawnAt + restMs - performance.now())
}

export const browserClock: Clock = {
  // Goes on while the machine sleeps.
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  beforeNextFrame(call) {
    if (document.visibilityState !== 'visible') return browserClock.after(HIDDEN_MS, call)
    const draw = () => {
      undo()
      noteDrawing(performance.now())
      call()
    }
    const waitMs = isTyping() ? Math.min(LONGEST_REST_MS, RESTS_FOR_A_KEY * tookMs) : toRestMs()
    const undoTimer = browserClock.after(waitMs, draw)
    // A key waits for a picture that is being made: one that is begun when a key has just been painted is there before the next.
    const undoKey = afterEachKey(() => toRestMs() === 0 && draw())
    const undo = () => {
      undoTimer()
      undoKey()
    }
    return undo
  },
  random: Math.random,
}
