export interface AnswerParts {
  /** Its content type. */
  type: string
  /** Text goes out as UTF-8; pieces go out as they are asked for, and none is made before. */
  body: string | Uint8Array | AsyncIterable<Uint8Array>
  headers?: Readonly<Record<string, string>>
  /** What the body was made of, in short: the same again is not sent again. Without it, a body that is at hand tells by itself. */
  version?: string
}

/** What a route answers with where that is not simply JSON of a value. */
export class Answer {
  readonly type: string
  readonly body: AnswerParts['body']
  readonly headers: Readonly<Record<string, string>>
  readonly version: string | undefined

  constructor({ type, body, headers = {}, version }: AnswerParts) {
    this.type = type
    this.body = body
    this.headers = headers
    this.version = version
  }
}
