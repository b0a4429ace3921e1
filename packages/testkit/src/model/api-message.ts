import type { Reply, ReplyUsage } from './reply.ts'

export type Block = { type: string } & Record<string, unknown>
export type ApiEvent = { type: string } & Record<string, unknown>

/** A reply as the Messages API gives it. */
export function toApiMessage(reply: Reply, model: string) {
  const content: Block[] = []
  if (reply.thinking !== undefined) content.push({ type: 'thinking', thinking: reply.thinking, signature: 'c2ln' })
  if (reply.redactedThinking !== undefined) content.push({ type: 'redacted_thinking', data: reply.redactedThinking })
  if (reply.text !== undefined) content.push({ type: 'text', text: reply.text })
  content.push(...(reply.blocks ?? []))
  for (const { name, input, id = `toolu_${nextId()}` } of reply.tools ?? [])
    content.push({ type: 'tool_use', id, name, input })
  return {
    id: `msg_${nextId()}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: reply.stopReason ?? (reply.tools === undefined ? 'end_turn' : 'tool_use'),
    stop_sequence: null,
    usage: toUsage(reply.usage ?? {}),
  }
}

function toUsage(usage: ReplyUsage) {
  const { input = 100, output = 20, cacheCreation5m = 0, cacheCreation1h = 0, cacheRead = 0, webSearches } = usage
  return {
    input_tokens: input,
    output_tokens: output,
    cache_creation_input_tokens: cacheCreation5m + cacheCreation1h,
    cache_read_input_tokens: cacheRead,
    cache_creation: { ephemeral_5m_input_tokens: cacheCreation5m, ephemeral_1h_input_tokens: cacheCreation1h },
    ...(webSearches === undefined
      ? {}
      : { server_tool_use: { web_search_requests: webSearches, web_fetch_requests: 0 } }),
  }
}

/** The same message as the events of a stream. */
export function* toEvents(message: ReturnType<typeof toApiMessage>): Generator<ApiEvent> {
  const { content, stop_reason, usage, ...head } = message
  yield {
    type: 'message_start',
    message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
  }
  for (const [index, block] of content.entries()) {
    yield { type: 'content_block_start', index, content_block: toEmptyBlock(block) }
    for (const delta of toDeltas(block)) yield { type: 'content_block_delta', index, delta }
    yield { type: 'content_block_stop', index }
  }
  yield { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage }
  yield { type: 'message_stop' }
}

function toEmptyBlock(block: Block): Block {
  if (block.type === 'text') return { type: 'text', text: '' }
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return 'input' in block ? { ...block, input: {} } : block
}

function toDeltas(block: Block): Block[] {
  if (block.type === 'text') return toPieces(block.text as string).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'thinking')
    return [
      ...toPieces(block.thinking as string).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block.signature },
    ]
  if (!('input' in block)) return []
  return toPieces(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}

function toPieces(text: string): string[] {
  return text.match(/[\s\S]{1,12}/gu) ?? []
}

let lastId = 0

/** Unlike any other in this process and, because of its start, in others: ids of two runs may meet in one transcript. */
export function nextId(): string {
  lastId += 1
  return `${START}${lastId.toString().padStart(8, '0')}`
}

const START = Math.floor(Math.random() * 36 ** 6)
  .toString(36)
  .padStart(6, '0')
