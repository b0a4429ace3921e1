/** The server said no, or a session cannot be had. The message is for the person. */
export class LiveProblem extends Error {
  readonly code: string
  /** What else the server said of it: who was quicker, which folder. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor({ code, message, ...facts }: { code: string; message: string; [fact: string]: unknown }) {
    super(message)
    this.name = 'LiveProblem'
    this.code = code
    this.facts = facts
  }
}
