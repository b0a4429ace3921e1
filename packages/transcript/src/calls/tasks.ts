import { canonicalToolName, type MessageOf } from '@quarterdeck/protocol/pure'
import { getValue, setValue } from '../state/dictionary.ts'
import type { ToolCall } from '../state/entry.ts'
import { addEntry, changeTool, findTool, MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { type AgentFacts, changeAgent, nameAgent } from './subagents.ts'

/** Work that goes on beside the turns: a command, an agent, a watch. */
export interface BackgroundTask {
  id: string
  /** `pending`, `running`, `completed`, `failed`, `killed`, `paused`, `stopped`. */
  status: string
  kind?: string
  description?: string
  toolUseId?: string
  parentTaskId?: string
  outputFile?: string
  summary?: string
  error?: string
  totalTokens?: number
  toolUses?: number
  durationMs?: number
  lastTool?: string
  /** It goes on when its call has returned. */
  isBackground?: boolean
  /** Part of the furniture: it does not keep the session from being idle. */
  isAmbient?: boolean
  /** The CLI tells of it, and so of its end. 2.1.38 is silent about commands: they are known by their call alone. */
  isTold?: boolean
  /** The conversation says that it has ended. */
  isSaid?: boolean
  /** Since when it is known, and when it ended. */
  startedAt?: string
  endedAt?: string
}

type Time = string | undefined

/** What was told of a task; what is undefined was not. */
type Told = { [K in keyof BackgroundTask]?: BackgroundTask[K] | undefined }

const ENDED = new Set(['completed', 'failed', 'killed', 'stopped'])

function withTask(state: SessionState, id: string, at: Time, told: Told): SessionState {
  const before = getValue(state.tasks, id)
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  const task: BackgroundTask = { status: 'running', ...before, ...known, id }
  // An end is the last word: what is told late must not bring a task back to life.
  if (before !== undefined && ENDED.has(before.status) && !ENDED.has(task.status)) task.status = before.status
  if (at !== undefined) {
    task.startedAt ??= at
    if (ENDED.has(task.status)) task.endedAt ??= at
  }
  state.tasks = setValue(state.tasks, id, task)
  withLive(state, id, !ENDED.has(task.status) && !task.isAmbient)
  return task.toolUseId === undefined || !task.isBackground ? state : withTaskOfTool(state, task.toolUseId, task)
}

function withLive(state: SessionState, id: string, isLive: boolean): SessionState {
  if (state.liveTasks.includes(id) !== isLive)
    state.liveTasks = isLive ? [...state.liveTasks, id] : state.liveTasks.filter((each) => each !== id)
  return state
}

function withTaskOfTool(state: SessionState, toolId: string, task: BackgroundTask): SessionState {
  const linked = changeTool(state, toolId, (tool) => (tool.taskId === task.id ? tool : { ...tool, taskId: task.id }))
  if (task.kind !== undefined && task.kind !== 'local_agent') return linked
  const named = nameAgent(linked, toolId, task.id)
  return changeAgent(named, toolId, toAgentFacts(task))
}

function toAgentFacts(task: BackgroundTask): Partial<AgentFacts> {
  const status =
    task.status === 'completed'
      ? 'done'
      : task.status === 'failed'
        ? 'failed'
        : ENDED.has(task.status)
          ? 'stopped'
          : 'running'
  return {
    status,
    isBackground: true,
    ...(task.totalTokens === undefined ? {} : { totalTokens: task.totalTokens }),
    ...(task.toolUses === undefined ? {} : { toolUses: task.toolUses }),
    ...(task.durationMs === undefined ? {} : { durationMs: task.durationMs }),
    ...(task.lastTool === undefined ? {} : { lastTool: task.lastTool }),
    ...(task.summary === undefined ? {} : { summary: task.summary }),
  }
}

export function applyTaskStarted(
  state: SessionState,
  message: MessageOf<'system/task_started'>,
  at: Time,
): SessionState {
  return withTask(state, message.task_id, at, {
    isTold: true,
    kind: message.task_type ?? (message.subagent_type === undefined ? undefined : 'local_agent'),
    description: message.description,
    toolUseId: message.tool_use_id,
    parentTaskId: message.parent_task_id,
    isAmbient: message.ambient,
    isBackground: message.is_backgrounded,
  })
}

interface TaskUsage {
  total_tokens: number
  tool_uses: number
  duration_ms: number
}

function toCounts(usage: TaskUsage | undefined): Partial<BackgroundTask> {
  if (usage === undefined) return {}
  return { totalTokens: usage.total_tokens, toolUses: usage.tool_uses, durationMs: usage.duration_ms }
}

export function applyTaskProgress(
  state: SessionState,
  message: MessageOf<'system/task_progress'>,
  at: Time,
): SessionState {
  if (ENDED.has(getValue(state.tasks, message.task_id)?.status ?? '')) return state
  const { last_tool_name: tool } = message
  return withTask(state, message.task_id, at, {
    toolUseId: message.tool_use_id,
    lastTool: tool === undefined ? undefined : canonicalToolName(tool),
    summary: message.summary,
    ...toCounts(message.usage),
  })
}

export function applyTaskUpdated(
  state: SessionState,
  message: MessageOf<'system/task_updated'>,
  at: Time,
): SessionState {
  const { status, description, error, is_backgrounded: isBackground } = message.patch
  return withTask(state, message.task_id, at, { status, description, error, isBackground })
}

export function applyTaskNotification(
  state: SessionState,
  message: MessageOf<'system/task_notification'>,
  at: Time,
): SessionState {
  const next = withTask(state, message.task_id, at, {
    status: message.status,
    toolUseId: message.tool_use_id,
    outputFile: message.output_file || undefined,
    summary: message.summary,
    isAmbient: message.ambient,
    ...toCounts(message.usage),
  })
  return message.skip_transcript ? next : sayEnd(next, message.task_id, at)
}

const MAX_NAME = 100
const ENDS: ReadonlyMap<string, string> = new Map([
  ['completed', 'is done'],
  ['failed', 'failed'],
])

/** As whoever started it has called it. What the CLI sums up is no name: of an agent it is what that said last. */
function toName(state: SessionState, { description, toolUseId = '' }: BackgroundTask): string {
  const { description: asked } = (findTool(state, toolUseId)?.input ?? {}) as { description?: unknown }
  const name = description ?? (typeof asked === 'string' ? asked : '')
  return name === '' ? 'A task in the background' : `“${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}”`
}

/** A line where the conversation was when it ended, once. What an agent of Claude's had running is that agent's business. */
function sayEnd(state: SessionState, id: string, at: Time): SessionState {
  const task = getValue(state.tasks, id)
  if (task === undefined || !task.isBackground || task.isSaid || task.isAmbient || !ENDED.has(task.status)) return state
  if ((getValue(state.places, task.toolUseId ?? '')?.lane ?? MAIN) !== MAIN) return state
  state.tasks = setValue(state.tasks, id, { ...task, isSaid: true })
  const text = `${toName(state, task)} ${ENDS.get(task.status) ?? 'was stopped'}.`
  return addEntry(state, MAIN, {
    kind: 'separator',
    id: `task-${id}`,
    what: 'task',
    taskId: id,
    text,
    ...(at === undefined ? {} : { at }),
  })
}

/** The whole set of those that live: a task that is not in it any more has ended, even if its end was not told. */
export function applyTasksChanged(
  state: SessionState,
  message: MessageOf<'system/background_tasks_changed'>,
  at: Time,
): SessionState {
  const gone = state.liveTasks.filter((id) => message.tasks.every((task) => task.task_id !== id))
  const ended = gone.reduce((next, id) => withLive(next, id, false), state)
  return message.tasks.reduce(
    (next, task) =>
      withTask(next, task.task_id, at, {
        isTold: true,
        kind: task.task_type,
        isBackground: true,
        description: task.description,
        parentTaskId: task.parent_task_id,
        isAmbient: task.ambient,
      }),
    ended,
  )
}

const FIELD = /<(task-id|tool-use-id|output-file|status|summary)>([\s\S]*?)<\/\1>/g

/** A line on disk that tells Claude of the end of a task: what `task_notification` is on stdout. */
export function applyNotificationText(state: SessionState, text: string, at: Time): SessionState {
  const fields = Object.fromEntries([...text.matchAll(FIELD)].map(([, name, value]) => [name, value]))
  const id = fields['task-id']
  if (id === undefined) return state
  const next = withTask(state, id, at, {
    status: fields.status,
    isBackground: true,
    toolUseId: fields['tool-use-id'],
    outputFile: fields['output-file'] || undefined,
    summary: fields.summary,
  })
  return sayEnd(next, id, at)
}

/** A call whose result says that it goes on in the background. */
export function linkTask(state: SessionState, tool: ToolCall): SessionState {
  const at = tool.endedAt
  const data = (typeof tool.structured === 'object' ? (tool.structured ?? {}) : {}) as Record<string, unknown>
  const outputFile = typeof data.outputFile === 'string' && data.outputFile !== '' ? data.outputFile : undefined
  if (typeof data.backgroundTaskId === 'string')
    return withTask(state, data.backgroundTaskId, at, {
      kind: 'local_bash',
      toolUseId: tool.id,
      isBackground: true,
      ...toCommandFacts(tool, getValue(state.tasks, data.backgroundTaskId)),
    })
  if (data.status === 'async_launched' && typeof data.agentId === 'string')
    return withTask(state, data.agentId, at, {
      kind: 'local_agent',
      toolUseId: tool.id,
      isBackground: true,
      outputFile,
    })
  return state
}

const OUTPUT_FILE = /being written to: (\S+?)\.?(?=\s|$)/

/** 2.1.38 tells of a command in the background only by the call itself, and by the words of its result. */
function toCommandFacts(tool: ToolCall, known: BackgroundTask | undefined): Told {
  const { description, command } = (tool.input ?? {}) as { description?: string; command?: string }
  return {
    description: known?.description ?? description ?? command,
    outputFile: known?.outputFile ?? OUTPUT_FILE.exec(tool.result ?? '')?.[1],
  }
}

/** The process is gone, and with it all that it kept running. */
export function stopTasks(state: SessionState, at: Time): SessionState {
  return state.liveTasks.reduce((next, id) => withTask(next, id, at, { status: 'stopped' }), state)
}
