import { getValue, setValue } from './dictionary.ts'
import type { AssistantEntry, Part, ToolCall } from './entry.ts'
import { addEntry, canHold, changeEntry, findEntry, MAIN, nextPlace } from './lane.ts'
import type { SessionState } from './session-state.ts'
import { startTool } from './tools.ts'
import { mergeTokens, type Tokens, withTokens } from './usage.ts'

export interface Frame {
  /** The id of the API's message: frames of one message are one entry. */
  id: string
  parts: readonly Part[]
  /** How many blocks it brings, shown or not. */
  blocks?: number
  model?: string | undefined
  usage?: Tokens | undefined
  at?: string | undefined
  isError?: boolean
}

/** Adds a frame to its message, or begins one. A call that is there already is not added again. */
export function addParts(state: SessionState, name: string, frame: Frame): SessionState {
  const { id, blocks = frame.parts.length } = frame
  const parts = frame.parts.filter((part) => part.kind !== 'tool' || getValue(state.places, part.id) === undefined)
  const known = getValue(state.places, id)
  const before = known === undefined ? undefined : findEntry(state, known)
  const place = before?.kind === 'assistant' && known !== undefined ? known : nextPlace(state, name)
  const usage = toUsage(before?.kind === 'assistant' ? before : undefined, frame.usage)
  let next: SessionState
  if (before?.kind === 'assistant') {
    next = changeEntry(state, place, (entry: AssistantEntry) => ({
      ...entry,
      parts: [...entry.parts, ...parts],
      blocks: entry.blocks + blocks,
      ...(usage === undefined ? {} : { usage }),
    }))
  } else {
    const { at, model, isError } = frame
    const entry: AssistantEntry = {
      kind: 'assistant',
      id,
      parts,
      blocks,
      ...(at === undefined ? {} : { at }),
      ...(model === undefined ? {} : { model }),
      ...(usage === undefined ? {} : { usage }),
      ...(isError ? { isError: true as const } : {}),
    }
    next = addEntry(state, name, entry)
    next = { ...next, places: setValue(next.places, id, place) }
  }
  if (usage !== undefined)
    next = withTokens(next, {
      before: before?.kind === 'assistant' ? before.usage : undefined,
      now: usage,
      isMain: name === MAIN,
    })
  const tools = parts.filter((part): part is ToolCall => part.kind === 'tool' && canHold(next, name, part.id))
  for (const tool of tools) next = { ...next, places: setValue(next.places, tool.id, place) }
  return tools.reduce(startTool, next)
}

function toUsage(before: AssistantEntry | undefined, usage: Tokens | undefined): Tokens | undefined {
  return usage === undefined ? undefined : mergeTokens(before?.usage, usage)
}
