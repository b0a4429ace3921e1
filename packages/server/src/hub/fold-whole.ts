import { setImmediate } from 'node:timers/promises'
import type { Archive, Position } from '@quarterdeck/archive'
import { fold, forgetEntries, initialState, type SessionState } from '@quarterdeck/transcript'
import { toDiskEvent } from './fold-tail.ts'

const NEWLINE = 10
/** So much is folded at once: others want to be served meanwhile. */
const SLICE_BYTES = 32 * 1024
const STEP_LINES = 25
/** With a turn that begins, what was said before is forgotten once there is so much of it; in a turn without end, later. */
const MANY_ENTRIES = 200
const MOST_ENTRIES = 2000

/** What a whole transcript amounts to, up to a place. However long it is, only the end of what was said is kept in memory. */
export async function foldWhole(archive: Archive, sessionId: string, until: Position): Promise<SessionState> {
  let state = initialState
  let bytes = 0
  for await (const piece of archive.stream(sessionId, undefined, until) ?? []) {
    for (let start = 0; start < piece.length; ) {
      const end = piece.indexOf(NEWLINE, start)
      state = foldLine(state, piece.toString('utf8', start, end).trim())
      bytes += end - start
      start = end + 1
      if (bytes < SLICE_BYTES) continue
      bytes = 0
      await setImmediate()
    }
  }
  return state
}

/** What was written behind a place. */
export async function foldOn(archive: Archive, sessionId: string, state: SessionState, from: number) {
  let next = state
  // A place is that of a line, which is known: the last byte of the line before stands for it.
  let after: string | null = `@:${Math.max(0, from - 1)}`
  while (after !== null) {
    const page = archive.readPage(sessionId, { after, limit: STEP_LINES })
    if (page === null || page.items.length === 0) break
    for (const line of page.items) next = foldLine(next, line)
    after = page.after
    await setImmediate()
  }
  return next
}

function foldLine(state: SessionState, line: string): SessionState {
  const event = toDiskEvent(line)
  const next = fold(state, event)
  const { size } = state.main.entries
  const isMany = size > MOST_ENTRIES || (size > MANY_ENTRIES && next.turns.size > state.turns.size)
  return isMany ? fold(forgetEntries(state), event) : next
}
