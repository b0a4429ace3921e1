import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

/** `shell_id` is how KillShell and KillBash, the older names of the tool, spelt it. */
export const TaskStopInput = loose({ task_id: z.string().optional(), shell_id: z.string().optional() }).refine(
  (input) => input.task_id !== undefined || input.shell_id !== undefined,
)
export type TaskStopInput = z.infer<typeof TaskStopInput>

export const TaskStopResult = loose({
  message: z.string(),
  task_id: z.string().optional(),
  task_type: z.string().optional(),
  command: z.string().optional(),
  shell_id: z.string().optional(),
})
export type TaskStopResult = z.infer<typeof TaskStopResult>

/** Gone from current CLIs. `bash_id` is of BashOutput, `agentId` of AgentOutputTool, its older names. */
export const TaskOutputInput = loose({
  task_id: z.string().optional(),
  bash_id: z.string().optional(),
  agentId: z.string().optional(),
  block: z.boolean().optional(),
  /** Milliseconds. */
  timeout: z.number().optional(),
  filter: z.string().optional(),
}).refine((input) => input.task_id !== undefined || input.bash_id !== undefined || input.agentId !== undefined)
export type TaskOutputInput = z.infer<typeof TaskOutputInput>

const BackgroundTask = loose({
  task_id: z.string().optional(),
  task_type: open('local_bash', 'local_agent', 'remote_agent').optional(),
  status: z.string().optional(),
  description: z.string().optional(),
  output: z.string().optional(),
  exitCode: z.number().nullish(),
  prompt: z.string().optional(),
  result: z.string().optional(),
  error: z.string().optional(),
})

/** TaskOutput tells of a `task`; BashOutput, before it, had `stdout` and `stderr` themselves. */
export const TaskOutputResult = loose({
  retrieval_status: open('success', 'timeout', 'not_ready').optional(),
  /** Null when it was not found in time. */
  task: BackgroundTask.nullish(),
  shellId: z.string().optional(),
  command: z.string().optional(),
  status: z.string().optional(),
  exitCode: z.number().nullish(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
}).refine((result) => result.retrieval_status !== undefined || result.stdout !== undefined)
export type TaskOutputResult = z.infer<typeof TaskOutputResult>
