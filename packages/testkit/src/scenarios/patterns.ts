/** A user line with the result of a tool. */
export function toolResult(block: object, more: object = {}): Record<string, unknown> {
  return { type: 'user', message: { content: [{ type: 'tool_result', ...block }] }, ...more }
}

/** An assistant line with a text. */
export function assistantText(text: string | RegExp): Record<string, unknown> {
  return { type: 'assistant', message: { content: [{ type: 'text', text }] } }
}

/** Any content, a string or blocks, that has these words somewhere. */
export function has(words: string): (content: unknown) => boolean {
  return (content) => JSON.stringify(content ?? null).includes(JSON.stringify(words).slice(1, -1))
}
