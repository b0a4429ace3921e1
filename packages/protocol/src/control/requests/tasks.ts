import { z } from 'zod'
import { loose } from '../../lines/define.ts'
import { Done, fromHost } from '../control-entry.ts'

const task_id = z.string()

export const taskRequests = {
  stop_task: fromHost(
    'stop_task',
    { task_id },
    Done,
    'documented',
    'Stops one background task. 2.1.38 does not answer it.',
  ),
  background_tasks: fromHost(
    'background_tasks',
    { tool_use_id: z.string().optional() },
    loose({ backgrounded: z.boolean().optional() }),
    'published',
    'Lets a running command or subagent go on in the background.',
  ),
  get_task_output: fromHost(
    'get_task_output',
    { task_id },
    loose({ output: z.string(), total_bytes: z.number().optional(), truncated: z.boolean().optional() }),
    'published',
    'Shows the last lines of a background command.',
  ),
} as const
