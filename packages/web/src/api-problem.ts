/** The server said no, or could not be reached. The message is for the person. */
export class ApiProblem extends Error {
  readonly code: string
  /** Files that a person has to be asked about by name before it is done. */
  readonly paths: readonly string[]

  constructor(code: string, message: string, paths: readonly string[] = []) {
    super(message)
    this.code = code
    this.paths = paths
  }
}

/** The files that a person has to be asked about; null for any other problem. */
export function toAskedPaths(error: unknown): readonly string[] | null {
  return error instanceof ApiProblem && error.code === 'needs_confirmation' && error.paths.length > 0
    ? error.paths
    : null
}
