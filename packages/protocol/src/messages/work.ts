import { z } from 'zod'
import { entry, Json, loose, open } from '../lines/define.ts'
import { identity, TaskUsage } from './fields.ts'
import { system } from './system.ts'

const hook = { hook_id: z.string(), hook_name: z.string().optional(), hook_event: z.string().optional() }
const output = { stdout: z.string().optional(), stderr: z.string().optional(), output: z.string().optional() }

const HookResponse = system('hook_response', {
  ...hook,
  ...output,
  exit_code: z.number().optional(),
  outcome: open('success', 'error', 'cancelled').optional(),
})

const task = { task_id: z.string(), run_id: z.string().optional() }
const TaskStatus = open('pending', 'running', 'completed', 'failed', 'killed', 'paused', 'stopped')

const TaskStarted = system('task_started', {
  ...task,
  tool_use_id: z.string().optional(),
  description: z.string().optional(),
  subagent_type: z.string().optional(),
  is_backgrounded: z.boolean().optional(),
  spawn_depth: z.number().optional(),
  parent_task_id: z.string().optional(),
  task_type: z.string().optional(),
  workflow_name: z.string().optional(),
  prompt: z.string().optional(),
  skip_transcript: z.boolean().optional(),
  ambient: z.boolean().optional(),
})

const TaskNotification = system('task_notification', {
  ...task,
  tool_use_id: z.string().optional(),
  status: open('completed', 'failed', 'stopped'),
  reason: z.string().optional(),
  output_file: z.string().optional(),
  summary: z.string().optional(),
  usage: TaskUsage.optional(),
  resource_links: z.array(Json).optional(),
  skip_transcript: z.boolean().optional(),
  ambient: z.boolean().optional(),
})

const TaskUpdated = system('task_updated', {
  ...task,
  patch: loose({
    status: TaskStatus.optional(),
    description: z.string().optional(),
    end_time: z.number().optional(),
    total_paused_ms: z.number().optional(),
    error: z.string().optional(),
    is_backgrounded: z.boolean().optional(),
  }),
})

const TaskProgress = system('task_progress', {
  ...task,
  tool_use_id: z.string().optional(),
  description: z.string().optional(),
  subagent_type: z.string().optional(),
  usage: TaskUsage.optional(),
  last_tool_name: z.string().optional(),
  summary: z.string().optional(),
})

const BackgroundTask = loose({
  ...task,
  task_type: z.string().optional(),
  subagent_type: z.string().optional(),
  description: z.string().optional(),
  parent_task_id: z.string().optional(),
  ambient: z.boolean().optional(),
  awaited: z.boolean().optional(),
  off_host: z.boolean().optional(),
})

const ToolProgress = loose({
  type: z.literal('tool_progress'),
  ...identity,
  tool_use_id: z.string(),
  tool_name: z.string().optional(),
  parent_tool_use_id: z.string().nullish(),
  elapsed_time_seconds: z.number().optional(),
  task_id: z.string().optional(),
  heartbeat: z.boolean().optional(),
  subagent_type: z.string().optional(),
  subagent_retry: Json.optional(),
})

const PermissionDenied = system('permission_denied', {
  tool_name: z.string(),
  tool_use_id: z.string(),
  decision_reason_type: z.string().optional(),
  decision_reason: z.string().optional(),
  message: z.string().optional(),
})

const CommandLifecycle = loose({
  type: z.literal('command_lifecycle'),
  ...identity,
  command_uuid: z.string(),
  state: open('queued', 'started', 'completed', 'cancelled', 'discarded', 'refused'),
  wakeup_source: z.string().optional(),
  scheduled_for: z.number().optional(),
})

export const workEntries = {
  'system/hook_started': entry(
    system('hook_started', hook),
    'documented',
    ['stdout', 'transcript'],
    'Opens the entry of a hook, shown as running.',
  ),
  'system/hook_progress': entry(
    system('hook_progress', { ...hook, ...output }),
    'documented',
    ['stdout'],
    'Grows the output of the running hook.',
  ),
  'system/hook_response': entry(
    HookResponse,
    'documented',
    ['stdout', 'transcript'],
    'Closes the entry of the hook: done, failed or cancelled, with its output.',
  ),
  'system/stop_hook_summary': entry(
    system('stop_hook_summary', {
      hookCount: z.number().optional(),
      hookInfos: z.array(Json).optional(),
      hookErrors: z.array(z.unknown()).optional(),
      preventedContinuation: z.boolean().optional(),
      stopReason: z.string().optional(),
      hasOutput: z.boolean().optional(),
      tool_use_id: z.string().optional(),
    }),
    'documented',
    ['transcript'],
    'Says which hooks ran when the turn ended.',
  ),
  'system/task_started': entry(TaskStarted, 'published', ['stdout'], 'A background task or subagent begins.'),
  'system/task_progress': entry(TaskProgress, 'published', ['stdout'], 'Tokens, tool uses and time of a running task.'),
  'system/task_updated': entry(TaskUpdated, 'published', ['stdout'], 'Merged into the task it names.'),
  'system/task_notification': entry(
    TaskNotification,
    'documented',
    ['stdout', 'transcript'],
    'A background task ended: its outcome and where its output is.',
  ),
  'system/background_tasks_changed': entry(
    system('background_tasks_changed', { tasks: z.array(BackgroundTask) }),
    'published',
    ['stdout'],
    'Replaces the set of live background tasks: while it is not empty, the session is not idle.',
  ),
  'system/thinking_tokens': entry(
    system('thinking_tokens', {
      estimated_tokens: z.number(),
      estimated_tokens_delta: z.number().optional(),
      user_message_uuid: z.string().optional(),
    }),
    'published',
    ['stdout'],
    'Shows how much the model has thought so far.',
  ),
  'system/permission_denied': entry(
    PermissionDenied,
    'published',
    ['stdout'],
    'Marks the tool call as denied without a prompt, with the reason.',
  ),
  tool_progress: entry(ToolProgress, 'published', ['stdout'], 'Keeps the elapsed time of a running tool.'),
  tool_use_summary: entry(
    loose({
      type: z.literal('tool_use_summary'),
      ...identity,
      summary: z.string(),
      preceding_tool_use_ids: z.array(z.string()).optional(),
    }),
    'documented',
    ['stdout'],
    'The line under which finished tool calls fold.',
  ),
  command_lifecycle: entry(
    CommandLifecycle,
    'seen',
    ['stdout'],
    'The fate of a message we sent, by its uuid: queued, started, completed, cancelled.',
  ),
} as const
