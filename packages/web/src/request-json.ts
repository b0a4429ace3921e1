import { type ErrorBody, PROTOCOL_HEADER, PROTOCOL_VERSION } from '@quarterdeck/contract'
import { ApiProblem } from './api-problem.ts'
import { basePath } from './server-address.ts'

export interface JsonRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** Goes out although the page is left in the same moment. */
  keepalive?: boolean
  /** Gives it up. */
  signal?: AbortSignal
}

/** Asks the server, from a path such as `/api/me`; throws what it refused, or that it could not be reached. */
export async function request(path: string, wanted: JsonRequest = {}): Promise<Response> {
  const { method = 'GET', body, headers, keepalive = false, signal = null } = wanted
  let response: Response
  try {
    response = await fetch(basePath + path, {
      method,
      headers: {
        [PROTOCOL_HEADER]: PROTOCOL_VERSION,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      keepalive,
      signal,
    })
  } catch {
    throw noAnswer()
  }
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => null)
  // A proxy between us and the server answers in its own words.
  const error = (answer as ErrorBody | null)?.error
  const { paths } = (error ?? {}) as { paths?: unknown }
  throw new ApiProblem(
    error?.code ?? 'offline',
    error?.message ?? `The server does not answer (${response.status}).`,
    Array.isArray(paths) ? paths.map(String) : [],
  )
}

export async function requestJson<T>(path: string, wanted?: JsonRequest): Promise<T> {
  const response = await request(path, wanted)
  try {
    return (await response.json()) as T
  } catch {
    // It broke off, or was given up, in the middle.
    throw noAnswer()
  }
}

function noAnswer(): ApiProblem {
  return new ApiProblem('offline', 'The server does not answer. Try again when it is back.')
}
