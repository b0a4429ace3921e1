import { z } from 'zod'
import { loose } from '../define.ts'
import { identity, thread } from './fields.ts'

/** A `system` message of one subtype: its data stands at the root, beside the fields that all messages share. */
export function system<T extends string, S extends z.ZodRawShape>(subtype: T, shape: S) {
  return loose({ type: z.literal('system'), subtype: z.literal(subtype), ...identity, ...thread, ...shape })
}
