import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Holds } from '../scenario-runner/holds.ts'
import { toApiMessage, toEvents } from './api-message.ts'
import type { Failure, Reply } from './reply.ts'

/** Gives a reply, as a stream where one was asked for. */
export async function sendReply(
  response: ServerResponse,
  body: Record<string, unknown>,
  reply: Reply,
  holds: Holds,
): Promise<void> {
  if (reply.errorStatus !== undefined) return sendFailure(response, body, { status: reply.errorStatus })
  const message = toApiMessage(reply, String(body.model))
  const gone = new Promise<void>((resolve) => response.on('close', resolve))
  if (reply.isHeldBack) await holds.hold(gone)
  if (body.stream !== true) {
    if (reply.holdAfterDeltas !== undefined) await holds.hold(gone)
    return sendJson(response, 200, message)
  }
  startStream(response)
  let deltas = 0
  for (const event of toEvents(message)) {
    if (event.type === 'content_block_delta') {
      if (reply.holdAfterDeltas === deltas) await holds.hold(gone)
      if (reply.delayMs !== undefined) await sleep(reply.delayMs)
      deltas += 1
    }
    if (response.destroyed) return
    writeEvent(response, event)
  }
  response.end()
}

/** Fails as the API does: with an HTTP status, or by a connection that breaks while the reply streams. */
export async function sendFailure(
  response: ServerResponse,
  body: Record<string, unknown>,
  failure: Failure,
  reply: Reply = {},
): Promise<void> {
  if ('status' in failure) {
    if (failure.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(failure.retryAfterSeconds))
    return sendJson(
      response,
      failure.status,
      toApiError(failure.status, failure.message ?? 'The script asked for this error'),
    )
  }
  startStream(response)
  let deltas = 0
  for (const event of toEvents(toApiMessage(reply, String(body.model)))) {
    if (event.type === 'content_block_delta' && deltas++ === failure.cutAfterDeltas) break
    writeEvent(response, event)
  }
  // What was written must reach the reader before the connection goes, or there would be nothing to cut.
  response.write('', () => response.destroy())
}

const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

export function toApiError(status: number, message: string) {
  return { type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message } }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function writeEvent(response: ServerResponse, event: { type: string }): void {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}
