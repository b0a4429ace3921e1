import { setImmediate } from 'node:timers/promises'
import type { Archive } from '@quarterdeck/archive'
import { parseLine } from '@quarterdeck/protocol'
import { fold, initialState, type SessionEvent, type SessionState } from '@quarterdeck/transcript'

const STEP_LINES = 25
const MAX_LINES = 400
const MAX_CHARACTERS = 1_500_000

export interface Tail {
  state: SessionState
  /** It goes back to the first line: all that can be known is known. */
  isWhole: boolean
}

/**
 * What the end of a transcript tells. Bounded, since a transcript may have a gigabyte, and in small steps, since others want to be
 * served meanwhile. `before` is a message or a place as the archive takes it.
 */
export async function foldTail(archive: Archive, sessionId: string, before?: string): Promise<Tail> {
  const steps: string[][] = []
  let place = before
  let lines = 0
  let characters = 0
  let isWhole = false
  while (lines < MAX_LINES && characters < MAX_CHARACTERS) {
    const page = archive.readPage(sessionId, { limit: STEP_LINES, ...(place !== undefined && { before: place }) })
    if (page === null) break
    steps.push(page.items)
    lines += page.items.length
    characters += page.items.reduce((sum, item) => sum + item.length, 0)
    isWhole = page.before === null
    if (page.before === null) break
    place = page.before
    await setImmediate()
  }
  let state = initialState
  for (const step of steps.reverse()) {
    for (const line of step) state = fold(state, toDiskEvent(line))
    await setImmediate()
  }
  return { state, isWhole }
}

export function toDiskEvent(line: string): SessionEvent {
  const parsed = parseLine(line)
  return parsed.kind === 'message' ? { kind: 'message', message: parsed.message } : { kind: 'unread', text: line }
}
