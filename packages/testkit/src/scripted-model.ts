import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Reply, selectReply } from './script.ts'

export interface ScriptedModel {
  url: string
  /** Every body the CLI posted to /v1/messages, oldest first. */
  requests: Record<string, unknown>[]
  /** Answers a prompt with these words by this script. */
  script(words: string, replies: Reply[]): void
  close(): Promise<void>
}

/** The Messages API on loopback, as far as the CLI uses it. What it answers is scripted, here or in the prompt (`toScriptedPrompt`). */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: Record<string, unknown>[] = []
  const scripts = new Map<string, Reply[]>()
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const body = await readJson(request)
    if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 1000 })
    if (path !== '/v1/messages') return sendJson(response, 404, apiError('not_found_error', `No route ${path}`))
    requests.push(body)
    await sendReply(response, body, selectReply(body.messages as Parameters<typeof selectReply>[0], scripts))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    script: (words, replies) => scripts.set(words, replies),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function sendReply(response: ServerResponse, body: Record<string, unknown>, reply: Reply): Promise<void> {
  if (reply.errorStatus !== undefined)
    return sendJson(response, reply.errorStatus, apiError('invalid_request_error', 'The script asked for this error'))
  const message = toApiMessage(reply, String(body.model))
  if (body.stream !== true) return sendJson(response, 200, message)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${nextId()}` })
  for (const event of toEvents(message)) {
    if (event.type === 'content_block_delta' && reply.delayMs !== undefined) await sleep(reply.delayMs)
    if (response.destroyed) return
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}

type Block = { type: string } & Record<string, unknown>

function toApiMessage(reply: Reply, model: string) {
  const content: Block[] = []
  if (reply.thinking !== undefined) content.push({ type: 'thinking', thinking: reply.thinking, signature: 'c2ln' })
  if (reply.text !== undefined) content.push({ type: 'text', text: reply.text })
  for (const tool of reply.tools ?? []) content.push({ type: 'tool_use', id: `toolu_${nextId()}`, ...tool })
  return {
    id: `msg_${nextId()}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: reply.tools === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
}

function* toEvents(message: ReturnType<typeof toApiMessage>): Generator<{ type: string } & Record<string, unknown>> {
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
  return { ...block, input: {} }
}

function toDeltas(block: Block): Block[] {
  if (block.type === 'text') return toPieces(block.text as string).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'thinking')
    return [
      ...toPieces(block.thinking as string).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block.signature },
    ]
  return toPieces(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}

function toPieces(text: string): string[] {
  return text.match(/[\s\S]{1,12}/gu) ?? []
}

let lastId = 0
function nextId(): string {
  lastId += 1
  return lastId.toString().padStart(12, '0')
}

function apiError(type: string, message: string) {
  return { type: 'error', error: { type, message } }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}
