import { setImmediate } from 'node:timers/promises'
import type { Archive, Position } from '@quarterdeck/archive'
import { fold, forgetEntries, initialState, type SessionEvent, type SessionState } from '@quarterdeck/transcript'
import { toDiskEvent } from './fold-tail.ts'

const NEWLINE = 10
/** So much is folded at once: others want to be served meanwhile. */
const SLICE_CHARACTERS = 32 * 1024
const STEP_LINES = 25
const STEP_BYTES = 256 * 1024
/** Of so much that was said, all is forgotten when another turn begins; in a turn without end, between two answers; at last also while a call runs. */
const MUCH = 1_000_000
const MUCH_IN_A_TURN = 8_000_000
const MOST = 32_000_000

/** How far somebody has counted, so that it can be gone on with. */
export interface Counted {
  state: SessionState
  /** So much of what was said it holds. */
  held: number
  /** The answer that was written last: one comes in pieces, which must not be counted as several. */
  answer: string | undefined
}

/**
 * What a whole transcript amounts to, up to a place, or to the message `last`. However long it is, only the end of what was said is kept
 * in memory.
 */
export async function foldWhole(archive: Archive, sessionId: string, until: Position, last?: string): Promise<Counted> {
  const whole = new LeanFold({ state: initialState, held: 0, answer: undefined })
  for await (const piece of archive.stream(sessionId, undefined, until) ?? []) {
    for (let start = 0, served = 0; start < piece.length; ) {
      const end = piece.indexOf(NEWLINE, start)
      const uuid = whole.take(piece.toString('utf8', start, end).trim())
      if (uuid !== undefined && uuid === last) return whole.counted
      start = end + 1
      if (start - served < SLICE_CHARACTERS) continue
      served = start
      await setImmediate()
    }
  }
  return whole.counted
}

/** The same with what was written behind a place. */
export async function foldOn(archive: Archive, sessionId: string, counted: Counted, from: number): Promise<Counted> {
  const whole = new LeanFold(counted)
  // A place is that of a line, which is known: the last byte of the line before stands for it.
  for (let after: string | null = `@:${Math.max(0, from - 1)}`; after !== null; ) {
    const page = archive.readPage(sessionId, { after, limit: STEP_LINES, maxBytes: STEP_BYTES })
    if (page === null || page.items.length === 0) break
    for (const line of page.items) whole.take(line)
    after = page.after
    await setImmediate()
  }
  return whole.counted
}

/** Counts through a session, and forgets what was said in it as it goes. */
class LeanFold {
  #state: SessionState
  #held: number
  #answer: string | undefined

  constructor({ state, held, answer }: Counted) {
    this.#state = state
    this.#held = held
    this.#answer = answer
  }

  get counted(): Counted {
    return { state: this.#state, held: this.#held, answer: this.#answer }
  }

  /** Gives the uuid of the line. */
  take(line: string): string | undefined {
    const event = toDiskEvent(line)
    const next = fold(this.#state, event)
    const id = toAnswer(event)
    const isNew = id !== undefined && id !== this.#answer
    this.#answer = id ?? this.#answer
    const isMuch = this.#held > MUCH && this.#isOver(next, isNew)
    // The line that begins a turn belongs to it.
    this.#state = isMuch ? fold(forgetEntries(this.#state), event) : next
    this.#held = (isMuch ? 0 : this.#held) + line.length
    return event.kind === 'message' ? (event.message as { uuid?: string }).uuid : undefined
  }

  #isOver(next: SessionState, isNewAnswer: boolean): boolean {
    if (next.turns.size > this.#state.turns.size) return true
    return isNewAnswer && this.#held > (this.#state.running.length === 0 ? MUCH_IN_A_TURN : MOST)
  }
}

/** What an agent says meanwhile belongs to no answer of the session's own. */
function toAnswer(event: SessionEvent): string | undefined {
  if (event.kind !== 'message' || event.message.type !== 'assistant') return undefined
  const { message, parent_tool_use_id: parent } = event.message
  return parent == null ? message.id : undefined
}
