declare global {
  /** Node and browsers both have it; this package is compiled with the types of neither. */
  interface AbortSignal {
    readonly aborted: boolean
  }
}

export interface SentRequest {
  method: string
  headers: Record<string, string>
  body: string | null
  keepalive: boolean
  signal: AbortSignal | null
}

/** As much of a response as is needed. */
export interface ResponseLike {
  readonly ok: boolean
  readonly status: number
  json(): Promise<unknown>
}

/** `fetch` of Node and of browsers is one. */
export type FetchLike<R extends ResponseLike> = (url: string, request: SentRequest) => Promise<R>
