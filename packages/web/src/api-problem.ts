/** The server said no, or could not be reached. The message is for the person. */
export class ApiProblem extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
