import { z } from 'zod'
import { findKinds } from './kinds.ts'

/** A schema as JSON Schema, with every kind that it may pick. */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const kinds = findKinds(zodSchema)
      if (kinds === undefined) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      jsonSchema.anyOf = [...kinds.schemas.values()].map(toJsonSchema)
    },
  })
}
