import type { Lines } from '../output.ts'

/** What the session says to the host. */
export class Wire {
  readonly #output: Lines
  /** Changes with /clear. */
  sessionId: string

  constructor(output: Lines, sessionId: string) {
    this.#output = output
    this.sessionId = sessionId
  }

  /** A message of the session: gets the ids that every such message has. */
  send(message: object, uuid: string = crypto.randomUUID()): string {
    this.#write({ ...message, session_id: this.sessionId, uuid })
    return uuid
  }

  sendSystem(subtype: string, fields: object): void {
    this.send({ type: 'system', subtype, ...fields })
  }

  /** The control channel is not part of the session: its messages have ids of their own. */
  sendControl(message: object): void {
    this.#write(message)
  }

  #write(message: object): void {
    this.#output.write(JSON.stringify(message))
  }
}
