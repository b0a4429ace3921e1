/** The subagent of a tool call: its name, type and model, its status and its counts. */
export interface AgentFacts {
  readonly id?: string
  readonly type?: string
  readonly description?: string
  readonly model?: string
  readonly status: 'running' | 'done' | 'failed' | 'stopped'
  /** It runs in the background: it goes on when its turn has ended. */
  readonly isBackground?: true
  readonly totalTokens?: number
  readonly toolUses?: number
  readonly durationMs?: number
  readonly lastTool?: string
  readonly summary?: string
}
