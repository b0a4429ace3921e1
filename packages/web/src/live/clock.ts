import type { Clock as ConnectionClock } from '@quarterdeck/client'
import { afterEachKey, isTyping } from './typing.ts'

/** Time, as the page needs it; tests have one of their own. */
export interface Clock extends ConnectionClock {
  /** Calls before the page is drawn next. */
  beforeNextFrame(call: () => void): () => void
}

/** A page that nobody sees is not drawn, and still has to hear what happens. */
const HIDDEN_MS = 250
/** Nobody reads faster than this. */
const SHORTEST_REST_MS = 30
/** However slow the machine, what comes is not kept back longer than this. */
const LONGEST_REST_MS = 150
/** Nor longer than this for a key; where a picture takes no time, it is not kept back for one at all. */
const LONGEST_FOR_A_KEY_MS = 300
const RESTS_FOR_A_KEY = 6
/** Whoever types looks at what is typed: so often as long as a picture took, nothing else is drawn. */
const RESTS_BETWEEN_KEYS = 2

/** A picture has been begun and is not painted yet. */
let isDrawing = false
/** How long the last one took, and when it was there. */
let tookMs = 0
let drawnAt = Number.NEGATIVE_INFINITY

function noteDrawing(): void {
  const began = performance.now()
  isDrawing = true
  afterPaint(() => {
    isDrawing = false
    drawnAt = performance.now()
    tookMs = drawnAt - began
  })
}

/** Behind the next frame; a page that is hidden meanwhile has none. */
function afterPaint(call: () => void): void {
  const once = () => {
    clearTimeout(timer)
    if (!isOver) call()
    isOver = true
  }
  let isOver = false
  const timer = setTimeout(once, HIDDEN_MS)
  requestAnimationFrame(() => setTimeout(once))
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
    let isOver = false
    const draw = () => {
      if (isOver) return
      // Two in one frame would be one too many: the list can follow its end only once in each.
      if (isDrawing) return afterPaint(() => setTimeout(draw, toRestMs()))
      undo()
      noteDrawing()
      call()
    }
    const waitMs = isTyping() ? Math.min(LONGEST_FOR_A_KEY_MS, RESTS_FOR_A_KEY * tookMs) : toRestMs()
    const undoTimer = browserClock.after(waitMs, draw)
    // A key waits for a picture that is being made: one that is begun when a key has just been painted is there before the next.
    const undoKey = afterEachKey(
      () => !isDrawing && performance.now() - drawnAt >= RESTS_BETWEEN_KEYS * tookMs && draw(),
    )
    const undo = () => {
      isOver = true
      undoTimer()
      undoKey()
    }
    return undo
  },
  random: Math.random,
}
