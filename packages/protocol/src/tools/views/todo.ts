import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

export const Todo = loose({
  content: z.string(),
  status: open('pending', 'in_progress', 'completed'),
  /** What to show while it is in progress. */
  activeForm: z.string().optional(),
  /** Of CLIs before 2.0, like `priority`. */
  id: z.string().optional(),
  priority: open('high', 'medium', 'low').optional(),
})
export type Todo = z.infer<typeof Todo>

export const TodoWriteInput = loose({ todos: z.array(Todo) })
export type TodoWriteInput = z.infer<typeof TodoWriteInput>

export const TodoWriteResult = loose({ newTodos: z.array(Todo), oldTodos: z.array(Todo).optional() })
export type TodoWriteResult = z.infer<typeof TodoWriteResult>
