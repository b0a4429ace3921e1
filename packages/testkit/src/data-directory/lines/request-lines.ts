import type { Conversation } from '../conversation.ts'

/** What newer CLIs record of a request to the API: its shape once, then its messages, then the request. */
export class RequestLog {
  #shapeHash: string | null = null
  #base: string | null = null

  /** Returns the id by which assistant lines name the request. */
  add(conversation: Conversation, model: string, words: string, shapeBytes: number): string {
    const { ids, clock, place } = conversation
    const { sessionId, agentId, version } = place
    const head = { sessionId, ...(agentId && { agentId }) }
    const id = ids.uuid()
    const timestamp = clock.stamp()
    if (this.#shapeHash === null) {
      this.#shapeHash = ids.sha256()
      const shape = toShape(conversation, shapeBytes)
      conversation.addFact({
        type: 'api-request-shape',
        ...head,
        shapeHash: this.#shapeHash,
        timestamp,
        version,
        shape,
      })
    }
    const hash = ids.sha256()
    const message = { role: 'user', content: [{ type: 'text', text: words }] }
    conversation.addFact({ type: 'api-request-blob', ...head, hash, message })
    conversation.addFact({
      type: 'api-request',
      ...head,
      id,
      timestamp,
      version,
      querySource: agentId ? 'agent:builtin:general-purpose' : 'sdk',
      shapeHash: this.#shapeHash,
      params: { model, betas: ['claude-code-20250219', 'effort-2025-11-24'], max_tokens: 64000 },
      ...(this.#base !== null && { base: this.#base }),
      keep: this.#base === null ? 0 : 2,
      tail: [hash],
      cacheControl: [{ path: ['system', 0], value: { type: 'ephemeral' } }],
      requestDigest: ids.sha256(),
    })
    this.#base = id
    conversation.touch()
    return id
  }
}

function toShape({ chance, text }: Conversation, bytes: number) {
  const names = ['Agent', 'Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write']
  const part = Math.round(bytes / (names.length + 1))
  const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
  return {
    system: [{ type: 'text', text: text.prose(chance, part) }],
    tools: names.map((name) => ({ name, description: text.prose(chance, part), input_schema: schema })),
  }
}
