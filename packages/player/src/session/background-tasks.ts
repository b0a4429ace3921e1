import type { Wire } from './wire.ts'

export interface BackgroundTask {
  id: string
  runId: string
  toolUseId: string
  type: string
  description: string
  controller: AbortController
}

/** The subagents that work on while the turn that sent them is over. */
export class BackgroundTasks {
  readonly #wire: Wire
  readonly #tasks = new Map<string, BackgroundTask>()
  readonly #work = new Set<Promise<void>>()

  constructor(wire: Wire) {
    this.#wire = wire
  }

  get isEmpty(): boolean {
    return this.#tasks.size === 0
  }

  get all(): BackgroundTask[] {
    return [...this.#tasks.values()]
  }

  find(id: string): BackgroundTask | undefined {
    return this.#tasks.get(id)
  }

  add(task: BackgroundTask, prompt: string): void {
    this.#tasks.set(task.id, task)
    this.#sendAll()
    this.#wire.sendSystem('task_started', {
      ...toIds(task),
      tool_use_id: task.toolUseId,
      description: task.description,
      subagent_type: task.type,
      is_backgrounded: true,
      spawn_depth: 1,
      task_type: 'local_agent',
      prompt,
    })
  }

  /** Work that must be over before the process may end. */
  track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#work.delete(tracked))
    this.#work.add(tracked)
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#work)
  }

  report(task: BackgroundTask, lastToolName: string | undefined, usage: object): void {
    const { toolUseId, type, description } = task
    const last = lastToolName === undefined ? {} : { last_tool_name: lastToolName }
    const progress = { tool_use_id: toolUseId, description, subagent_type: type, usage, ...last }
    this.#wire.sendSystem('task_progress', { ...toIds(task), ...progress })
  }

  /** `status` is that of the notification: a task that was stopped was killed. */
  end(task: BackgroundTask, status: 'completed' | 'stopped', end: { at: Date; summary: string; usage: object }): void {
    this.#tasks.delete(task.id)
    const patch = { status: status === 'stopped' ? 'killed' : status, end_time: end.at.getTime() }
    this.#wire.sendSystem('task_updated', { ...toIds(task), patch })
    this.#wire.sendSystem('task_notification', {
      ...toIds(task),
      tool_use_id: task.toolUseId,
      status,
      output_file: `/tmp/claude/tasks/${task.id}.output`,
      summary: end.summary,
      usage: end.usage,
    })
    this.#sendAll()
  }

  #sendAll(): void {
    const tasks = this.all.map((task) => ({
      ...toIds(task),
      task_type: 'local_agent',
      subagent_type: task.type,
      description: task.description,
    }))
    this.#wire.sendSystem('background_tasks_changed', { tasks })
  }
}

function toIds({ id, runId }: BackgroundTask): { task_id: string; run_id: string } {
  return { task_id: id, run_id: runId }
}
