import { z } from 'zod'
import { loose } from '../lines/define.ts'
import { cause, identity, transcriptFields } from './fields.ts'

const common = {
  type: z.literal('system'),
  ...identity,
  ...transcriptFields,
  parent_tool_use_id: cause.parent_tool_use_id,
  content: z.string().optional(),
  level: z.string().optional(),
}

/** What a message says of a field wins over what all have in common; a plain spread would ask for both at once. */
type Shape<T extends string, S> = Omit<typeof common, keyof S> & { subtype: z.ZodLiteral<T> } & S

/** A `system` message of one subtype: its data stands at the root, beside the fields that all messages share. */
export function system<T extends string, S extends z.ZodRawShape>(subtype: T, shape: S) {
  const schema = loose({ ...common, subtype: z.literal(subtype), ...shape })
  return schema as unknown as z.ZodObject<Shape<T, S>, z.core.$strip>
}
