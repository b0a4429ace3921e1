import { getValue } from '../state/dictionary.ts'
import type { AssistantEntry, ToolCall, ToolStatus } from '../state/entry.ts'
import { changeEntry, findEntry } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'

/**
 * Marks the calls of a message as queued or running. A call that needs an approval runs alone: the calls behind it in its message begin
 * when it has ended. Both CLIs do so, and no message says when a call begins.
 */
export function queueCalls(draft: SessionDraft, id: string): void {
  const position = getValue(draft.positions, id)
  const entry = position === undefined ? undefined : findEntry(draft, position)
  if (position === undefined || entry?.kind !== 'assistant' || entry.parts.length < 2) return
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
  if (isChanged) changeEntry(draft, position, (each: AssistantEntry) => ({ ...each, parts }))
}

const OPEN: ReadonlySet<ToolStatus> = new Set(['queued', 'running', 'waiting'])

export function isOpen({ status }: ToolCall): boolean {
  return OPEN.has(status)
}
