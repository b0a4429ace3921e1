const LONGEST = 300

/** What is written of an error that nobody expected: where it was, and its first words. Its values may be a person's. */
export function toFaultFacts(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { reason: typeof error }
  const { name, message, stack = '', cause } = error
  const { code } = error as NodeJS.ErrnoException
  return {
    error: name,
    ...(code !== undefined && { code }),
    reason: toFirstWords(message),
    stack: stack.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(cause instanceof Error && { cause: toFirstWords(cause.message) }),
  }
}

/** The parser of JSON quotes what it could not read. */
function toFirstWords(message: string): string {
  const words = /is not valid JSON|in JSON at position|JSON input/.test(message) ? 'What was read is not JSON' : message
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words
}
