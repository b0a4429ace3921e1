import { z } from 'zod'
import { loose } from '../define.ts'
import { cause, identity, thread } from './fields.ts'

/** A `system` message of one subtype: its data stands at the root, beside the fields that all messages share. */
export function system<T extends string, S extends z.ZodRawShape>(subtype: T, shape: S) {
  const { parent_tool_use_id } = cause
  return loose({
    type: z.literal('system'),
    subtype: z.literal(subtype),
    ...identity,
    ...thread,
    parent_tool_use_id,
    content: z.string().optional(),
    level: z.string().optional(),
    ...shape,
  })
}
