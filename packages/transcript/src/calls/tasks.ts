import { canonicalToolName, type MessageOf } from '@quarterdeck/protocol/pure'
import type { AgentFacts } from '../state/agent-facts.ts'
import type { BackgroundTask } from '../state/background-task.ts'
import { getValue, setValue } from '../state/dictionary.ts'
import type { ToolCall } from '../state/entry.ts'
import { addEntry, changeTool, findTool, MAIN } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import type { Writable } from '../state/writable.ts'
import { changeAgent, nameAgent } from './subagents.ts'

type Time = string | undefined

/** Fields of a task that a message brings; an undefined field leaves the task as it is. */
type TaskChange = { [K in keyof BackgroundTask]?: BackgroundTask[K] | undefined }

const ENDED = new Set(['completed', 'failed', 'killed', 'stopped'])

function putTask(draft: SessionDraft, id: string, at: Time, change: TaskChange): void {
  const before = getValue(draft.tasks, id)
  const known = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const task: Writable<BackgroundTask> = { status: 'running', ...before, ...known, id }
  // A message that comes late must not bring a task back to life that has ended.
  if (before !== undefined && ENDED.has(before.status) && !ENDED.has(task.status)) task.status = before.status
  if (at !== undefined) {
    task.startedAt ??= at
    if (ENDED.has(task.status)) task.endedAt ??= at
  }
  draft.tasks = setValue(draft.tasks, id, task)
  setLive(draft, id, !ENDED.has(task.status) && !task.isAmbient)
  if (task.toolUseId !== undefined && task.isBackground) linkToCall(draft, task.toolUseId, task)
}

function setLive(draft: SessionDraft, id: string, isLive: boolean): void {
  if (draft.liveTasks.includes(id) === isLive) return
  draft.liveTasks = isLive ? [...draft.liveTasks, id] : draft.liveTasks.filter((each) => each !== id)
}

function linkToCall(draft: SessionDraft, toolId: string, task: BackgroundTask): void {
  changeTool(draft, toolId, (tool) => (tool.taskId === task.id ? tool : { ...tool, taskId: task.id }))
  if (task.kind !== undefined && task.kind !== 'local_agent') return
  nameAgent(draft, toolId, task.id)
  changeAgent(draft, toolId, toAgentFacts(task))
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

export function applyTaskStarted(draft: SessionDraft, message: MessageOf<'system/task_started'>, at: Time): void {
  putTask(draft, message.task_id, at, {
    isReported: true,
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

export function applyTaskProgress(draft: SessionDraft, message: MessageOf<'system/task_progress'>, at: Time): void {
  if (ENDED.has(getValue(draft.tasks, message.task_id)?.status ?? '')) return
  const { last_tool_name: tool } = message
  putTask(draft, message.task_id, at, {
    toolUseId: message.tool_use_id,
    lastTool: tool === undefined ? undefined : canonicalToolName(tool),
    summary: message.summary,
    ...toCounts(message.usage),
  })
}

export function applyTaskUpdated(draft: SessionDraft, message: MessageOf<'system/task_updated'>, at: Time): void {
  const { status, description, error, is_backgrounded: isBackground } = message.patch
  putTask(draft, message.task_id, at, { status, description, error, isBackground })
}

export function applyTaskNotification(
  draft: SessionDraft,
  message: MessageOf<'system/task_notification'>,
  at: Time,
): void {
  putTask(draft, message.task_id, at, {
    status: message.status,
    toolUseId: message.tool_use_id,
    outputFile: message.output_file || undefined,
    summary: message.summary,
    isAmbient: message.ambient,
    ...toCounts(message.usage),
  })
  if (!message.skip_transcript) addEndLine(draft, message.task_id, at)
}

const MAX_NAME = 100
const ENDS: ReadonlyMap<string, string> = new Map([
  ['completed', 'is done'],
  ['failed', 'failed'],
])

/** The task's description, or that of its call. The CLI's `summary` is no name: for an agent it is the agent's last answer. */
function toName(state: SessionState, { description, toolUseId = '' }: BackgroundTask): string {
  const { description: asked } = (findTool(state, toolUseId)?.input ?? {}) as { description?: unknown }
  const name = description ?? (typeof asked === 'string' ? asked : '')
  return name === '' ? 'A task in the background' : `“${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}”`
}

/** Adds the line that says how a task ended, once. A task that a subagent started gets none: its end matters to that agent alone. */
function addEndLine(draft: SessionDraft, id: string, at: Time): void {
  const task = getValue(draft.tasks, id)
  if (task === undefined || !task.isBackground || task.hasEndLine || task.isAmbient || !ENDED.has(task.status)) return
  if ((getValue(draft.positions, task.toolUseId ?? '')?.lane ?? MAIN) !== MAIN) return
  draft.tasks = setValue(draft.tasks, id, { ...task, hasEndLine: true })
  const text = `${toName(draft, task)} ${ENDS.get(task.status) ?? 'was stopped'}.`
  addEntry(draft, MAIN, {
    kind: 'separator',
    id: `task-${id}`,
    what: 'task',
    taskId: id,
    text,
    ...(at === undefined ? {} : { at }),
  })
}

/** The message lists every live task: a task that is missing has ended, even if no message said so. */
export function applyTasksChanged(
  draft: SessionDraft,
  message: MessageOf<'system/background_tasks_changed'>,
  at: Time,
): void {
  const gone = draft.liveTasks.filter((id) => message.tasks.every((task) => task.task_id !== id))
  for (const id of gone) setLive(draft, id, false)
  for (const task of message.tasks)
    putTask(draft, task.task_id, at, {
      isReported: true,
      kind: task.task_type,
      isBackground: true,
      description: task.description,
      parentTaskId: task.parent_task_id,
      isAmbient: task.ambient,
    })
}

const FIELD = /<(task-id|tool-use-id|output-file|status|summary)>([\s\S]*?)<\/\1>/g

/** A `<task-notification>`, which the CLI writes to Claude and to disk; on stdout the same is a `task_notification`. */
export function applyNotificationText(draft: SessionDraft, text: string, at: Time): void {
  const fields = Object.fromEntries([...text.matchAll(FIELD)].map(([, name, value]) => [name, value]))
  const id = fields['task-id']
  if (id === undefined) return
  putTask(draft, id, at, {
    status: fields.status,
    isBackground: true,
    toolUseId: fields['tool-use-id'],
    outputFile: fields['output-file'] || undefined,
    summary: fields.summary,
  })
  addEndLine(draft, id, at)
}

/** Makes a task of a call whose result says that it goes on in the background. */
export function linkTask(draft: SessionDraft, tool: ToolCall): void {
  const at = tool.endedAt
  const data = (typeof tool.structured === 'object' ? (tool.structured ?? {}) : {}) as Record<string, unknown>
  const outputFile = typeof data.outputFile === 'string' && data.outputFile !== '' ? data.outputFile : undefined
  if (typeof data.backgroundTaskId === 'string')
    putTask(draft, data.backgroundTaskId, at, {
      kind: 'local_bash',
      toolUseId: tool.id,
      isBackground: true,
      ...toCommandFacts(tool, getValue(draft.tasks, data.backgroundTaskId)),
    })
  else if (data.status === 'async_launched' && typeof data.agentId === 'string')
    putTask(draft, data.agentId, at, { kind: 'local_agent', toolUseId: tool.id, isBackground: true, outputFile })
}

const OUTPUT_FILE = /being written to: (\S+?)\.?(?=\s|$)/

/** 2.1.38 sends no message about a background command: description and output file stand only in its call and in the result's text. */
function toCommandFacts(tool: ToolCall, known: BackgroundTask | undefined): TaskChange {
  const { description, command } = (tool.input ?? {}) as { description?: string; command?: string }
  return {
    description: known?.description ?? description ?? command,
    outputFile: known?.outputFile ?? OUTPUT_FILE.exec(tool.result ?? '')?.[1],
  }
}

/** The process has ended, and with it every task it ran. */
export function stopTasks(draft: SessionDraft, at: Time): void {
  for (const id of draft.liveTasks) putTask(draft, id, at, { status: 'stopped' })
}
