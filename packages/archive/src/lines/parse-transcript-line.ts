/** A line of a transcript, as far as every line has it. */
export interface TranscriptLine extends Record<string, unknown> {
  type: string
}

/** Null where it is torn, has NUL bytes in it, or is no JSON object with a type. */
export function parseTranscriptLine(bytes: Buffer, start: number, end: number): TranscriptLine | null {
  // Most damage shows at the ends, and an exception costs more than a look.
  if (bytes[start] !== 123 || bytes[end - 1] !== 125) return null
  try {
    const value = JSON.parse(bytes.toString('utf8', start, end)) as Record<string, unknown>
    return typeof value.type === 'string' ? (value as TranscriptLine) : null
  } catch {
    return null
  }
}
