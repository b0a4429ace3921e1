/**
 * A request of the CLI that a person must answer: an approval, a question, a plan, a form or a dialog. It stays until it is answered or
 * withdrawn, and never times out by itself.
 */
export interface Approval {
  readonly requestId: string
  readonly kind: 'approval' | 'question' | 'plan' | 'elicitation' | 'dialog'
  readonly toolName: string
  /** The tool call that needs the approval, where the CLI names it. */
  readonly toolUseId?: string
  /** The tool call that waits for this form of its MCP server, where only one can be meant. */
  readonly heldCall?: string
  /** The agent that asks, where it is not Claude itself. */
  readonly agentId?: string
  readonly input: unknown
  /** The server's hash of the input: an answer that carries it can only mean this input. */
  readonly inputHash?: string
  readonly reason?: string
  readonly blockedPath?: string
  readonly suggestions: readonly unknown[]
  readonly title?: string
  readonly description?: string
  /** The CLI asks for care: must not be approved with one tap. */
  readonly needsCare?: true
  /** The CLI forbids an "always allow" rule for it. */
  readonly isOnceOnly?: true
  readonly at?: string
}
