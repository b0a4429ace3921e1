import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'

const Status = open('pending', 'in_progress', 'completed')

const ids = z.array(z.string()).optional()

/** An item of the task list: `TaskList` leaves out what `TaskGet` adds. */
export const ListedTask = loose({
  id: z.string(),
  subject: z.string(),
  status: Status.optional(),
  description: z.string().optional(),
  owner: z.string().optional(),
  blocks: ids,
  blockedBy: ids,
})
export type ListedTask = z.infer<typeof ListedTask>

export const TaskCreateInput = loose({
  subject: z.string(),
  description: z.string().optional(),
  activeForm: z.string().optional(),
  metadata: Json.optional(),
})
export type TaskCreateInput = z.infer<typeof TaskCreateInput>

export const TaskCreateResult = loose({ task: ListedTask })
export type TaskCreateResult = z.infer<typeof TaskCreateResult>

export const TaskGetInput = loose({ taskId: z.string() })
export type TaskGetInput = z.infer<typeof TaskGetInput>

/** Null where no task has the id. */
export const TaskGetResult = loose({ task: ListedTask.nullable() })
export type TaskGetResult = z.infer<typeof TaskGetResult>

export const TaskUpdateInput = loose({
  taskId: z.string(),
  subject: z.string().optional(),
  description: z.string().optional(),
  activeForm: z.string().optional(),
  status: open('pending', 'in_progress', 'completed', 'deleted').optional(),
  addBlocks: ids,
  addBlockedBy: ids,
  owner: z.string().optional(),
  metadata: Json.optional(),
})
export type TaskUpdateInput = z.infer<typeof TaskUpdateInput>

export const TaskUpdateResult = loose({
  taskId: z.string(),
  success: z.boolean().optional(),
  updatedFields: z.array(z.string()).optional(),
  error: z.string().optional(),
  statusChange: loose({ from: z.string().optional(), to: z.string().optional() }).optional(),
})
export type TaskUpdateResult = z.infer<typeof TaskUpdateResult>

export const TaskListInput = loose({})
export type TaskListInput = z.infer<typeof TaskListInput>

export const TaskListResult = loose({ tasks: z.array(ListedTask) })
export type TaskListResult = z.infer<typeof TaskListResult>
