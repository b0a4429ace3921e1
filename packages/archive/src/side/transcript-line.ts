import { isObject, type JsonObject, toObject, toText } from './parse-json.ts'

/** A line of a transcript, parsed: as the CLI wrote it, or in the one spelling of `protocol`. */
export type TranscriptLine = JsonObject

/** Lines in the order of the file. Those of subagents may stand among them. */
export type TranscriptLines = Iterable<TranscriptLine> | AsyncIterable<TranscriptLine>

export interface ToolUse {
  id: string
  name: string
  input: JsonObject
}

export interface ToolOutcome {
  toolUseId: string
  isError: boolean
  /** What the tool reported as data, where it did. */
  data: JsonObject
}

export function toMessageId(line: TranscriptLine): string | null {
  return toText(line.uuid) ?? toText(line.messageId)
}

export function toTimeMs(line: TranscriptLine): number | null {
  const time = Date.parse(toText(line.timestamp) ?? '')
  return Number.isNaN(time) ? null : time
}

/** Null for the session's own lines. */
export function toAgentId(line: TranscriptLine): string | null {
  return toText(line.agentId) ?? toText(line.agent_id)
}

export function toToolUses(line: TranscriptLine): ToolUse[] {
  if (line.type !== 'assistant') return []
  return toBlocks(line).flatMap(({ type, id, name, input }) =>
    type === 'tool_use' && typeof id === 'string' && typeof name === 'string'
      ? [{ id, name, input: toObject(input) }]
      : [],
  )
}

export function toToolOutcome(line: TranscriptLine): ToolOutcome | null {
  if (line.type !== 'user') return null
  const block = toBlocks(line).find(({ type }) => type === 'tool_result')
  const toolUseId = toText(block?.tool_use_id)
  if (toolUseId === null) return null
  const data = toObject(line.toolUseResult ?? line.tool_use_result)
  return { toolUseId, isError: block?.is_error === true, data }
}

function toBlocks(line: TranscriptLine): JsonObject[] {
  const { content } = toObject(line.message)
  return Array.isArray(content) ? content.filter(isObject) : []
}
