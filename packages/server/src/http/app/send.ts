import { createHash } from 'node:crypto'
import { Answer } from './answer.ts'
import { chooseEncoding, compress, compressPieces } from './compression.ts'

export interface SendOptions {
  status: number
  isSecret: boolean
}

/** What a route gave, as a response: compressed where that pays, and left out where the caller has it already. */
export async function send(result: unknown, request: Request, { status, isSecret }: SendOptions): Promise<Response> {
  const answer =
    result instanceof Answer ? result : new Answer({ type: 'application/json', body: JSON.stringify(result ?? {}) })
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  const headers = new Headers({
    'content-type': answer.type,
    'x-content-type-options': 'nosniff',
    // It may be kept, but is asked for again each time: who has been sent away sees nothing more.
    'cache-control': isSecret ? 'no-store' : 'private, no-cache',
    ...answer.headers,
  })
  if (isSecret) return new Response(toBody(body), { status, headers })
  headers.set('vary', 'accept-encoding')
  const tag = status === 200 && request.method !== 'POST' ? toTag(answer.version ?? body) : null
  if (tag !== null) headers.set('etag', tag)
  if (tag !== null && isKnown(request.headers.get('if-none-match'), tag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  const encoding = chooseEncoding({
    accepted: request.headers.get('accept-encoding'),
    host: request.headers.get('host'),
    type: answer.type,
    bytes: body instanceof Uint8Array ? body.length : null,
  })
  if (encoding === null) return new Response(toBody(body), { status, headers })
  headers.set('content-encoding', encoding)
  const packed = body instanceof Uint8Array ? await compress(body, encoding) : compressPieces(body, encoding)
  return new Response(toBody(packed), { status, headers })
}

/** Weak: compressed or not, it is the same answer. */
function toTag(of: string | Uint8Array | AsyncIterable<Uint8Array>): string | null {
  if (typeof of !== 'string' && !(of instanceof Uint8Array)) return null
  return `W/"${createHash('sha1').update(of).digest('base64url')}"`
}

function isKnown(asked: string | null, tag: string): boolean {
  if (asked === null) return false
  const plain = (text: string) => text.trim().replace(/^W\//, '')
  return asked.trim() === '*' || asked.split(',').some((one) => plain(one) === plain(tag))
}

function toBody(body: Uint8Array | AsyncIterable<Uint8Array>): BodyInit {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  return toStream(body)
}

/** A piece is made when there is room for it; whoever goes away ends the making. */
function toStream(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
