import { type ErrorBody, PROOF_HEADER, PROTOCOL_HEADER, PROTOCOL_VERSION } from '@quarterdeck/contract'
import type { RouteName } from '@quarterdeck/contract/routes'
import type { AnswerTo, AnyAsked, Asked } from './asked.ts'
import { ClientError } from './client-error.ts'
import type { Credentials, Proofs } from './credentials.ts'
import type { FetchLike, ResponseLike } from './fetch-like.ts'
import { toAddress } from './to-address.ts'

export interface ClientOptions<R extends ResponseLike> {
  /** In front of `/api/…`: the address of the server, or its base path where the page is its own. */
  baseUrl: string
  fetch: FetchLike<R>
  credentials?: Credentials
}

/** How a request is sent, whichever it is. */
export interface Sending {
  /** Beside those of the client. */
  headers?: Readonly<Record<string, string>>
  /** Goes out although the page is left in the same moment. */
  keepalive?: boolean
  /** Gives it up. */
  signal?: AbortSignal
}

/** Optional where the route asks for nothing. */
export type CallArguments<N extends RouteName> =
  Readonly<Record<never, never>> extends Asked<N>
    ? [asked?: Asked<N>, sending?: Sending]
    : [asked: Asked<N>, sending?: Sending]

export interface Client<R extends ResponseLike = ResponseLike> {
  /** Calls a route by its name and reads the JSON of its answer; throws a `ClientError`. */
  call<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<AnswerTo<N>>
  /** The same for answers that are not JSON. */
  fetch<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<R>
}

/** A client of one server. Whoever calls gets the types of the contract; what the server says is not checked again. */
export function createClient<R extends ResponseLike>(options: ClientOptions<R>): Client<R> {
  const { baseUrl, fetch, credentials = { kind: 'none' } } = options

  async function send(name: string, asked: AnyAsked, { headers, keepalive = false, signal }: Sending): Promise<R> {
    const { method, path } = toAddress(name, asked)
    const { body } = asked
    const request = {
      method,
      headers: {
        [PROTOCOL_HEADER]: PROTOCOL_VERSION,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(credentials.kind === 'bearer' && { authorization: `Bearer ${credentials.token}` }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      keepalive,
      signal: signal ?? null,
    }
    const response = await fetch(baseUrl + path, request).catch((cause: unknown) => {
      throw noAnswer(cause)
    })
    if (response.ok) return response
    throw await toError(response)
  }

  /** Null where the proof was refused at the gate, so that nothing was done yet. */
  async function attempt(proofs: Proofs, name: string, asked: AnyAsked, sending: Sending): Promise<R | null> {
    const proof = await proofs.getProof()
    try {
      return await send(name, asked, { ...sending, headers: { ...sending.headers, [PROOF_HEADER]: proof } })
    } catch (error) {
      if (!isRefusal(error)) throw error
      proofs.dropProof(proof)
      return null
    }
  }

  async function ask(name: string, asked: AnyAsked = {}, sending: Sending = {}): Promise<R> {
    if (credentials.kind !== 'device') return send(name, asked, sending)
    const { proofs } = credentials
    // A server that was started again knows no proof of before, and a new one is all it wants.
    const answer = (await attempt(proofs, name, asked, sending)) ?? (await attempt(proofs, name, asked, sending))
    if (answer !== null) return answer
    proofs.onRefused()
    throw new ClientError({ code: 'unauthorized', message: 'The server does not let this browser in.' })
  }

  return {
    async call<N extends RouteName>(name: N, ...[asked, sending]: CallArguments<N>) {
      const response = await ask(name, asked as AnyAsked, sending)
      try {
        return (await response.json()) as AnswerTo<N>
      } catch (cause) {
        // It broke off, or was given up, in the middle.
        throw noAnswer(cause)
      }
    },
    fetch: (name, ...[asked, sending]) => ask(name, asked as AnyAsked, sending),
  }
}

/** The gate did not take the credential. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'unauthorized' || error.code === 'proof_needed')
}

async function toError(response: ResponseLike): Promise<ClientError> {
  const answer = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  // A proxy between us and the server answers in its own words.
  const message = `The server does not answer (${response.status}).`
  return new ClientError(answer?.error ?? { code: 'offline', message })
}

function noAnswer(cause: unknown): ClientError {
  const message = 'The server does not answer. Try again when it is back.'
  return new ClientError({ code: 'offline', message }, { cause })
}
