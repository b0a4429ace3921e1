import type { Usage } from '@quarterdeck/protocol'
import type { Conversation } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'

/** One answer of the API, which becomes one line per content block. */
export interface ApiMessage {
  id: string
  requestId: string | undefined
  requestRef: string
  model: string
}

interface Block {
  block: Line
  index: number
  usage: Usage
  stopReason: string | null
  isAborted?: boolean
}

export function addAssistantBlock(conversation: Conversation, message: ApiMessage, part: Block): string {
  const { style } = conversation.place
  const { block, usage, index } = part
  const isThinking = block.type === 'thinking'
  const isTool = block.type === 'tool_use'
  const atMs = conversation.clock.nowMs
  const billed = { messageId: message.id, requestId: message.requestId, model: message.model, usage, atMs }
  const inner = {
    id: message.id,
    type: 'message',
    role: 'assistant',
    model: message.model,
    stop_sequence: null,
    content: [block],
    stop_reason: part.stopReason,
    usage,
    ...(style === 'new' && !part.isAborted && { stop_details: null }),
  }
  return conversation.add({
    facts: {
      kind: 'assistant',
      messageId: message.id,
      billed,
      ...(isTool && { toolCalls: [block.name as string] }),
    },
    body: (uuid, timestamp) => {
      billed.atMs = Date.parse(timestamp)
      if (style === 'old') return { message: inner, ...toRequestId(message), type: 'assistant', uuid, timestamp }
      return {
        message: inner,
        ...(isThinking && { thinkingDurationMs: 1200, thinkingDisplay: 'updates' }),
        ...(isTool && { toolInputStreamMs: 14 }),
        apiBlockIndex: index,
        ...toRequestId(message),
        requestRef: message.requestRef,
        requestedModel: message.model,
        promptCacheRequested: '5m',
        ...(conversation.place.agentId && { attributionAgent: 'general-purpose' }),
        type: 'assistant',
        uuid,
        timestamp,
        ...(part.isAborted && { isAbortedMidStream: true }),
        effort: 'medium',
        perTurnEffort: 'medium',
        madeBy: 'model',
      }
    },
  })
}

/** Some gateways give no request id. */
function toRequestId({ requestId }: ApiMessage): Line {
  return requestId === undefined ? {} : { requestId }
}

/** What the CLI writes in the model's place when the API fails for good. */
export function addApiErrorMessage(conversation: Conversation, status: number, errorType: string): string {
  const { style } = conversation.place
  const id = conversation.ids.uuid()
  const usage = {
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: null,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
  }
  return conversation.add({
    facts: { kind: 'synthetic', messageId: id },
    body: (uuid, timestamp) => ({
      type: 'assistant',
      uuid,
      timestamp,
      message: {
        id,
        container: null,
        model: '<synthetic>',
        role: 'assistant',
        stop_reason: 'stop_sequence',
        stop_sequence: '',
        type: 'message',
        usage,
        content: [{ type: 'text', text: `API Error: ${status} ${errorType}` }],
        context_management: null,
      },
      error: status === 429 ? 'rate_limit' : 'unknown',
      isApiErrorMessage: true,
      ...(style === 'new' && { apiErrorStatus: status, apiErrorType: errorType, madeBy: 'model' }),
    }),
  })
}
