import { startTool } from '../calls/tool-calls.ts'
import { getValue, setValue } from '../state/dictionary.ts'
import type { AssistantEntry, EntryPosition, Part, ToolCall } from '../state/entry.ts'
import { addEntry, canHold, changeEntry, findEntry, MAIN, nextPosition } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { Tokens } from '../state/usage.ts'
import type { Writable } from '../state/writable.ts'
import { countTokens, mergeTokens } from './usage.ts'

export interface Frame {
  /** The id of the API's message: frames of one message are one entry. */
  id: string
  /** Of the line. */
  uuid?: string | undefined
  parts: readonly Part[]
  /** How many blocks it brings, shown or not. */
  blocks?: number
  model?: string | undefined
  usage?: Tokens | undefined
  at?: string | undefined
  isError?: boolean
  error?: string | undefined
}

/** Adds a frame to the entry of its message, or begins the entry. A call that is known already is not added again. */
export function addParts(draft: SessionDraft, name: string, frame: Frame): void {
  const { id, blocks = frame.parts.length } = frame
  const parts = frame.parts.filter((part) => part.kind !== 'tool' || getValue(draft.positions, part.id) === undefined)
  const known = getValue(draft.positions, id)
  const before = known === undefined ? undefined : findEntry(draft, known)
  const position = before?.kind === 'assistant' && known !== undefined ? known : nextPosition(draft, name)
  const usage = toUsage(before?.kind === 'assistant' ? before : undefined, frame.usage)
  if (before?.kind === 'assistant') {
    changeEntry(draft, position, (entry: AssistantEntry) => ({
      ...entry,
      parts: [...entry.parts, ...parts],
      blocks: entry.blocks + blocks,
      frames: entry.frames + 1,
      ...(frame.uuid === undefined ? {} : { uuid: frame.uuid }),
      ...(usage === undefined ? {} : { usage }),
    }))
  } else {
    const entry: Writable<AssistantEntry> = { kind: 'assistant', id, parts, blocks, frames: 1 }
    if (frame.uuid !== undefined) entry.uuid = frame.uuid
    if (frame.at !== undefined) entry.at = frame.at
    if (frame.model !== undefined) entry.model = frame.model
    if (usage !== undefined) entry.usage = usage
    if (frame.isError) entry.isError = true
    if (frame.error !== undefined) entry.error = frame.error
    draft.positions = setValue(draft.positions, id, position)
    addEntry(draft, name, entry)
  }
  const was = before?.kind === 'assistant' ? before.usage : undefined
  if (usage !== undefined) draft.usage = countTokens(draft.usage, { before: was, now: usage, isMain: name === MAIN })
  for (const part of parts) if (part.kind === 'tool') addTool(draft, part, position)
}

function addTool(draft: SessionDraft, tool: ToolCall, position: EntryPosition): void {
  if (!canHold(draft, position.lane, tool.id)) return
  draft.positions = setValue(draft.positions, tool.id, position)
  draft.running = [...draft.running, tool.id]
  startTool(draft, tool)
}

function toUsage(before: AssistantEntry | undefined, usage: Tokens | undefined): Tokens | undefined {
  return usage === undefined ? undefined : mergeTokens(before?.usage, usage)
}
