import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Holds } from '../scenario-runner/holds.ts'
import { selectOwnReply } from '../scenario-runner/own-request.ts'
import { nextId } from './api-message.ts'
import type { ApiMessage, Reply, Step } from './reply.ts'
import { selectFailure, selectReply, toText } from './script.ts'
import { sendFailure, sendJson, sendReply, toApiError } from './send-reply.ts'

export interface ModelRequest extends Record<string, unknown> {
  messages: ApiMessage[]
}

export interface ToolResult {
  tool_use_id: string
  content: unknown
  is_error?: boolean
}

export interface ScriptedModel {
  url: string
  /** Every body the CLI posted to /v1/messages, oldest first. */
  requests: Record<string, unknown>[]
  /** Those of them that the CLI made for itself: titles, summaries, suggestions. */
  ownRequests: { purpose: string; body: ModelRequest }[]
  /** Every message the model gave, oldest first: the words in it are the test's own. */
  sent: Reply[]
  /** What went wrong with a script. The CLI was told so, and `close` fails with it. */
  faults: string[]
  /** Answers a prompt with these words by this script. */
  script(words: string, replies: readonly Step[]): void
  /** The words of the newest user message of the conversation, as the model got it. */
  lastUserText(): string
  /** The tool results of the newest request of the conversation. */
  toolResults(): ToolResult[]
  /** Resolves when a reply is held (`holdAfterDeltas`). */
  holding(): Promise<void>
  /** Lets every held reply go on. */
  release(): void
  close(): Promise<void>
}

/** The Messages API on loopback, as far as the CLI uses it. What it answers is scripted, here or in the prompt (`toScriptedPrompt`). */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: ModelRequest[] = []
  const conversation: ModelRequest[] = []
  const ownRequests: ScriptedModel['ownRequests'] = []
  const sent: Reply[] = []
  const faults: string[] = []
  const scripts = new Map<string, readonly Step[]>()
  const timesAsked = new Map<string, number>()
  const holds = new Holds()

  async function answer(body: ModelRequest, response: ServerResponse): Promise<void> {
    requests.push(body)
    const own = selectOwnReply(body)
    if (own !== undefined) {
      ownRequests.push({ purpose: own.purpose, body })
      sent.push(own.reply)
      return sendReply(response, body, own.reply, holds)
    }
    conversation.push(body)
    const selected = selectReply(body.messages, scripts)
    if (selected.kind === 'fault') {
      faults.push(selected.problem)
      return sendFailure(response, body, { status: 400, message: selected.problem })
    }
    sent.push(selected.reply)
    if (selected.kind === 'echo') return sendReply(response, body, selected.reply, holds)
    const asked = timesAsked.get(selected.step) ?? 0
    timesAsked.set(selected.step, asked + 1)
    const failure = selectFailure(selected.reply, asked)
    if (failure !== undefined) return sendFailure(response, body, failure, selected.reply)
    return sendReply(response, body, selected.reply, holds)
  }

  const server = createServer(async (request, response) => {
    response.setHeader('request-id', `req_${nextId()}`)
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const body = parseBody(await readText(request))
    if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: countTokens(body) })
    if (path !== '/v1/messages') return sendJson(response, 404, toApiError(404, `No route ${path}`))
    if (body === undefined || !Array.isArray(body.messages)) {
      faults.push('A request to /v1/messages has no messages')
      return sendJson(response, 400, toApiError(400, 'The body has no messages'))
    }
    await answer(body as ModelRequest, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    ownRequests,
    sent,
    faults,
    script: (words, replies) => scripts.set(words, replies),
    lastUserText: () => toText(conversation.at(-1)?.messages.findLast(({ role }) => role === 'user') ?? NOTHING),
    toolResults: () => findToolResults(conversation.at(-1)?.messages ?? []),
    holding: () => holds.whenHeld(),
    release: () => holds.release(),
    async close() {
      holds.release()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      if (faults.length > 0) throw new Error(`The scripted model had no answer:\n${faults.join('\n')}`)
    },
  }
}

const NOTHING: ApiMessage = { role: 'user', content: '' }

/** Tool results stand in the user messages after the last assistant message. */
function findToolResults(messages: ApiMessage[]): ToolResult[] {
  const newest = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  const blocks = newest.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  return blocks.filter(({ type }) => type === 'tool_result') as unknown as ToolResult[]
}

/** Near enough to what a tokeniser says that a growing conversation has a growing count. */
function countTokens(body: Record<string, unknown> | undefined): number {
  return Math.ceil(JSON.stringify(body?.messages ?? []).length / 4)
}

function parseBody(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
