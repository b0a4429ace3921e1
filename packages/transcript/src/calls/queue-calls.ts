import { getValue } from '../state/dictionary.ts'
import type { AssistantEntry, ToolCall, ToolStatus } from '../state/entry.ts'
import { changeEntry, findEntry } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'

/**
 * A call that asks a person is carried out alone: those behind it in its message begin, and ask, when it has ended. So it is on
 * both CLIs, and nothing on the wire says when a call begins.
 */
export function queueCalls(state: SessionState, id: string): SessionState {
  const place = getValue(state.places, id)
  const entry = place === undefined ? undefined : findEntry(state, place)
  if (place === undefined || entry?.kind !== 'assistant' || entry.parts.length < 2) return state
  let isHeldUp = false
  let isChanged = false
  const parts = entry.parts.map((part) => {
    if (part.kind !== 'tool' || !isOpen(part)) return part
    const status = isHeldUp ? 'queued' : 'running'
    isHeldUp ||= part.status === 'waiting' || part.decision !== undefined
    if (part.status === 'waiting' || part.status === status) return part
    isChanged = true
    return { ...part, status } satisfies ToolCall
  })
  return isChanged ? changeEntry(state, place, (each: AssistantEntry) => ({ ...each, parts })) : state
}

const OPEN: ReadonlySet<ToolStatus> = new Set(['queued', 'running', 'waiting'])

export function isOpen({ status }: ToolCall): boolean {
  return OPEN.has(status)
}
