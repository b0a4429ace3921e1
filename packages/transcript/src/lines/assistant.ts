import type { ContentBlock, MessageOf } from '@quarterdeck/protocol/pure'
import { setAgentModel } from '../calls/subagents.ts'
import { applyServerResult } from '../calls/tool-calls.ts'
import { getValue } from '../state/dictionary.ts'
import type { AssistantEntry, Part, ToolCall } from '../state/entry.ts'
import { changeLane, findEntry, MAIN } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import type { Writable } from '../state/writable.ts'
import { dropDrafts } from '../turns/drafts.ts'
import { addOutput, parseOutput } from '../turns/local-output.ts'
import { addParts } from '../turns/parts.ts'
import { continueTurn } from '../turns/turns.ts'
import { toTokens } from '../turns/usage.ts'

const SYNTHETIC = '<synthetic>'

export function applyAssistant(
  draft: SessionDraft,
  message: MessageOf<'assistant'>,
  name: string,
  at: string | undefined,
): void {
  if (name === MAIN) {
    continueTurn(draft, at, true)
    endRequest(draft)
  }
  const output = message.local_command_source === undefined ? [] : parseOutput(message.local_command_source)
  if (output.length > 0) addOutput(draft, output, { id: message.uuid, at })
  else applyFrame(draft, message, name, at)
}

/** The API has answered: nothing is retried or requested any more. */
export function endRequest(draft: SessionDraft): void {
  draft.retry = null
  draft.isRequesting = false
}

function applyFrame(draft: SessionDraft, message: MessageOf<'assistant'>, name: string, at: string | undefined): void {
  const { content, usage } = message.message
  const model = message.message.model === SYNTHETIC ? undefined : message.message.model
  const id = message.message.id ?? message.uuid ?? 'message'
  const first = countBlocks(draft, id)
  const parts: Part[] = []
  for (let index = 0; index < content.length; index++) {
    const part = toPart(content[index] as ContentBlock, first + index, at)
    if (part === null) continue
    if (message.uuid !== undefined) part.uuid = message.uuid
    parts.push(part)
  }
  const { error, api_error_status: status } = message
  addParts(draft, name, {
    id,
    uuid: message.uuid,
    // A repeated frame without a uuid is recognised by its text alone.
    parts: message.uuid === undefined ? withoutRepeats(draft, id, parts) : parts,
    blocks: content.length,
    model,
    usage: usage && model !== undefined ? toTokens(usage) : undefined,
    at,
    isError: message.is_api_error_message === true || error !== undefined,
    error: error === 'unknown' && status ? String(status) : error,
  })
  changeLane(draft, name, (lane) => dropDrafts(lane, id, first + content.length))
  for (const block of content) applyServerResult(draft, block, at)
  if (name !== MAIN) setAgentModel(draft, name, model)
}

function findMessage(state: SessionState, id: string): AssistantEntry | undefined {
  const position = getValue(state.positions, id)
  const entry = position === undefined ? undefined : findEntry(state, position)
  return entry?.kind === 'assistant' ? entry : undefined
}

function countBlocks(state: SessionState, id: string): number {
  return findMessage(state, id)?.blocks ?? 0
}

function withoutRepeats(state: SessionState, id: string, parts: Part[]): Part[] {
  const known = findMessage(state, id)?.parts ?? []
  const isKnown = (part: Part) => known.some((each) => 'text' in each && 'text' in part && each.text === part.text)
  return parts.filter((part) => !isKnown(part))
}

/** A part whose `uuid` is still to be set. */
type NewPart = Writable<Exclude<Part, ToolCall>> | Writable<ToolCall>

function toPart(block: ContentBlock, index: number, at: string | undefined): NewPart | null {
  switch (block.type) {
    case 'text':
      return block.text === '' ? null : { kind: 'text', block: index, text: block.text }
    case 'thinking':
      return block.thinking === '' ? null : { kind: 'thinking', block: index, text: block.thinking }
    case 'redacted_thinking':
      return { kind: 'thinking', block: index, text: '', isRedacted: true }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const call: Writable<ToolCall> = {
        kind: 'tool',
        id: block.id,
        name: block.name,
        input: block.input,
        status: 'running',
      }
      if (at !== undefined) call.startedAt = at
      return call
    }
    default:
      return 'tool_use_id' in block ? null : { kind: 'other', block: index, type: block.type }
  }
}
