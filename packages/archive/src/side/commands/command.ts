/** Where a command, skill or agent comes from. */
export type CommandSource = { level: 'user' | 'project' } | { level: 'plugin'; plugin: string }

/** Something to be called with a slash: a command of `.claude/commands`, or a skill. */
export interface Command {
  kind: 'command' | 'skill'
  /** As it is typed, without the slash: `frontend:component`, `plugin:review`. */
  name: string
  description: string | null
  argumentHint: string | null
  argumentNames: string[]
  allowedTools: string[]
  model: string | null
  /** False: only Claude calls it, and it is not offered. */
  isUserInvocable: boolean
  isModelInvocable: boolean
  source: CommandSource
  /** Absolute. */
  path: string
  body: string
  /** What is wrong with its head. */
  problem: string | null
}

export interface Agent {
  name: string
  description: string | null
  tools: string[] | null
  model: string | null
  color: string | null
  source: CommandSource
  path: string
  body: string
  problem: string | null
}
