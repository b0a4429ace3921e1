import type { ErrorCode } from '@quarterdeck/contract'

/** `offline`: the server could not be reached, or something between us and it has answered in its place. */
export type ClientErrorCode = ErrorCode | 'offline'

interface Told {
  code: ClientErrorCode
  message: string
  [fact: string]: unknown
}

/** The server said no, or could not be reached. The message is for the person. */
export class ClientError extends Error {
  readonly code: ClientErrorCode
  /** What else the server said of it: who was quicker, which folder. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor({ code, message, ...facts }: Told, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'ClientError'
    this.code = code
    this.facts = facts
  }
}
