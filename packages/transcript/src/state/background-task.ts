/** Work that goes on beside the turns: a command, an agent, a monitor. */
export interface BackgroundTask {
  readonly id: string
  /** `pending`, `running`, `completed`, `failed`, `killed`, `paused`, `stopped`. */
  readonly status: string
  readonly kind?: string
  readonly description?: string
  readonly toolUseId?: string
  readonly parentTaskId?: string
  readonly outputFile?: string
  readonly summary?: string
  readonly error?: string
  readonly totalTokens?: number
  readonly toolUses?: number
  readonly durationMs?: number
  readonly lastTool?: string
  /** It goes on when its call has returned. */
  readonly isBackground?: boolean
  /** The CLI's own helper: it does not keep the session from being idle. */
  readonly isAmbient?: boolean
  /** The CLI sends messages about the task, and so about its end. 2.1.38 sends none for commands: they are known by their call alone. */
  readonly isReported?: boolean
  /** The conversation has the line that says it ended. */
  readonly hasEndLine?: boolean
  /** Since when it is known, and when it ended. */
  readonly startedAt?: string
  readonly endedAt?: string
}
