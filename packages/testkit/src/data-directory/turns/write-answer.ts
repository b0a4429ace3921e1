import type { Usage } from '@quarterdeck/protocol'
import type { Conversation } from '../conversation.ts'
import { type ApiMessage, addAssistantBlock } from '../lines/assistant-lines.ts'
import type { RequestLog } from '../lines/request-lines.ts'
import { addToolResult } from '../lines/user-lines.ts'
import type { Line } from '../oracle/line-facts.ts'
import type { ToolCall } from '../tools/tool-call.ts'

/** One answer of the API. */
export interface Answer {
  thinking?: string
  text?: string
  calls?: readonly ToolCall[]
  isAborted?: boolean
}

export interface WrittenAnswer {
  message: ApiMessage
  thinkingUuid: string | undefined
  textUuid: string | undefined
  calls: { name: string; toolUseId: string; assistantUuid: string; resultUuid: string | null }[]
}

export interface Answering {
  conversation: Conversation
  requests: RequestLog | null
  model: string
  hasRequestIds: boolean
  /** What the request log repeats of the prompt. */
  words: string
  /** Of what newer CLIs record once about their requests. */
  shapeBytes: number
  /** The results are not written: the turn is cut off before. */
  withoutResults?: boolean
}

export function writeAnswer(answering: Answering, answer: Answer): WrittenAnswer {
  const { conversation, requests, model, words, shapeBytes } = answering
  const { ids, chance, clock } = conversation
  const requestRef = requests?.add(conversation, model, words, shapeBytes) ?? ids.uuid()
  const requestId = answering.hasRequestIds ? ids.request() : undefined
  const message: ApiMessage = { id: ids.message(), requestId, requestRef, model }
  const calls = (answer.calls ?? []).map((call) => ({ call, toolUseId: call.toolUseId ?? ids.toolUse() }))
  const blocks: Line[] = []
  if (answer.thinking !== undefined)
    blocks.push({ type: 'thinking', thinking: answer.thinking, signature: conversation.text.base64(chance, 120) })
  if (answer.text !== undefined) blocks.push({ type: 'text', text: answer.text })
  for (const { call, toolUseId } of calls)
    blocks.push({ type: 'tool_use', id: toolUseId, name: call.name, input: call.input })

  clock.pass(900, 9000)
  const usages = toUsages(conversation, blocks, answer.isAborted ?? false)
  const uuids = blocks.map((block, index) => {
    const stopReason = toStopReason(conversation, calls.length > 0, answer.isAborted)
    const isAborted = answer.isAborted ?? false
    return addAssistantBlock(conversation, message, {
      block,
      index,
      usage: usages[index] as Usage,
      stopReason,
      isAborted,
    })
  })
  const firstCall = blocks.length - calls.length
  return {
    message,
    thinkingUuid: answer.thinking === undefined ? undefined : uuids[0],
    textUuid: answer.text === undefined ? undefined : uuids[firstCall - 1],
    calls: calls.map(({ call, toolUseId }, index) => {
      const assistantUuid = uuids[firstCall + index] as string
      const written = { name: call.name, toolUseId, assistantUuid }
      if (answering.withoutResults) return { ...written, resultUuid: null }
      call.during?.({ toolUseId, messageId: message.id, assistantUuid })
      return { ...written, resultUuid: writeResult(conversation, call, toolUseId, assistantUuid) }
    }),
  }
}

function writeResult(conversation: Conversation, call: ToolCall, toolUseId: string, assistantUuid: string): string {
  const { content, structured, isError, name } = call
  conversation.clock.pass(60, 4000)
  const size = typeof content === 'string' ? content.length : 800
  conversation.contextTokens += Math.round(size / 4)
  return addToolResult(conversation, {
    toolUseId,
    toolName: name,
    assistantUuid,
    content,
    structured,
    isError: isError ?? false,
  })
}

function toStopReason({ place }: Conversation, hasCalls: boolean, isAborted = false): string | null {
  if (place.style === 'old' || isAborted) return null
  return hasCalls ? 'tool_use' : 'end_turn'
}

/** One per line. The lines of one message repeat its id with growing counts, and only the last is right. */
function toUsages(conversation: Conversation, blocks: readonly Line[], isAborted: boolean): Usage[] {
  const { chance, place } = conversation
  const written = chance.integer(80, 4000)
  const output = isAborted ? chance.integer(1, 40) : chance.integer(30, 1800)
  const read = conversation.contextTokens
  conversation.contextTokens += written + output
  const input = chance.integer(1, 12)
  const forAnHour = chance.yes(0.2) ? written : 0
  const grows = place.style === 'old' || chance.yes(0.3)
  const searches = blocks.some((block) => block.name === 'WebSearch') ? 1 : 0
  return blocks.map((_, index) => {
    const isLast = index === blocks.length - 1
    const soFar = isLast || !grows ? output : Math.max(1, Math.floor((output * index) / blocks.length))
    const counts = {
      input_tokens: input,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      output_tokens: soFar,
      cache_creation: { ephemeral_5m_input_tokens: written - forAnHour, ephemeral_1h_input_tokens: forAnHour },
      service_tier: 'standard',
    }
    const server = { web_search_requests: isLast || !grows ? searches : 0, web_fetch_requests: 0 }
    if (place.style === 'old') return searches > 0 ? { ...counts, server_tool_use: server } : counts
    return { ...counts, output_tokens_details: { thinking_tokens: 0 }, server_tool_use: server, speed: 'standard' }
  })
}
