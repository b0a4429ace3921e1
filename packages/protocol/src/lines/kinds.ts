import type { z } from 'zod'

/** What stands behind a schema that picks another by looking at the value. */
export interface Kinds {
  /** The field whose word picks the schema; without one, the schemas are simply alternatives. */
  word?: string
  schemas: ReadonlyMap<string, z.ZodType>
}

const kinds = new WeakMap<z.core.$ZodType, Kinds>()

/** Remembers the schemas behind one, for whoever describes or compiles schemas: a check is opaque to them. */
export function rememberKinds(schema: z.core.$ZodType, known: Kinds): void {
  kinds.set(schema, known)
}

export function findKinds(schema: z.core.$ZodType): Kinds | undefined {
  return kinds.get(schema)
}
