import type { Clock } from '../clock.ts'
import type { PlayerOptions } from '../options.ts'
import type { Script, Step } from '../script/script.ts'
import type { BackgroundTask, BackgroundTasks } from './background-tasks.ts'
import type { Lane } from './lane.ts'
import type { OpenPrompts } from './open-prompts.ts'
import type { Permissions } from './permissions.ts'
import type { ToolMemory } from './tool-outcome.ts'
import type { UsageMeter } from './usage-meter.ts'
import type { Wire } from './wire.ts'

/** The parts of one session, for all that plays in it. What a host or a tool may change is not read-only. */
export interface Session {
  readonly options: PlayerOptions
  readonly script: Script
  readonly cwd: string
  readonly clock: Clock
  readonly wire: Wire
  readonly prompts: OpenPrompts
  readonly tasks: BackgroundTasks
  readonly meter: UsageMeter
  readonly memory: ToolMemory
  /** Files that tools changed, by the uuid of the prompt they changed them for. */
  readonly changedFiles: Map<string, Set<string>>
  /** Changes with /clear, which begins another transcript. */
  main: Lane
  model: string
  permissions: Permissions
  /** What the host said in `initialize`: it can stop tasks one by one. */
  sparesTasks: boolean
  /** A lane for a subagent, with a transcript of its own. */
  createLane(agent: { agentId: string; toolUseId: string; type: string; description: string }): Lane
  /** A task has ended: a turn of these steps begins when no other is at play; without any, none does. */
  notify(task: BackgroundTask, steps?: Step[]): void
  /** Begins another session in this process. */
  clear(): void
}

export interface Denial {
  tool_name: string
  tool_use_id: string
  tool_input: unknown
}

/** A turn at play, or a subagent at work. */
export interface Play {
  readonly session: Session
  readonly lane: Lane
  readonly signal: AbortSignal
  readonly promptUuid: string | undefined
  readonly denials: Denial[]
  /** Says the prompt back to the host, the first time; then it does nothing. */
  echo(): void
  /** How many messages the model has given. */
  replies: number
  lastText: string
  /** Set where the turn ends otherwise than well. */
  failure?: { subtype: string; errors: string[] } | { apiError: string; status: number }
}
