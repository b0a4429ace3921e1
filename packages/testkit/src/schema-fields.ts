import { toJsonSchema } from '@quarterdeck/protocol'
import type { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** What a schema says of a path like `message.usage.input_tokens` or `tools[].name`: a field of it, below something untyped, or nothing. */
export function findField(schema: z.ZodType, path: string): 'field' | 'untyped' | null {
  const steps = path.replaceAll('[]', '.[]').split('.').filter(Boolean)
  return walk(toJsonSchema(schema), steps)
}

function walk(schema: JsonSchema, steps: string[]): 'field' | 'untyped' | null {
  const [step, ...rest] = steps
  if (step === undefined) return 'field'
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as JsonSchema[]
  if (options.length > 0) return best(options.map((option) => walk(option, steps)))
  const next = toNext(schema, step)
  if (next !== undefined) return walk(next, rest)
  return isUntyped(schema) ? 'untyped' : null
}

function toNext(schema: JsonSchema, step: string): JsonSchema | undefined {
  if (step === '[]') return schema.items as JsonSchema | undefined
  if (step === '{}') return isMap(schema) ? (schema.additionalProperties as JsonSchema) : undefined
  return schema.properties?.[step] as JsonSchema | undefined
}

function isMap(schema: JsonSchema): boolean {
  return schema.propertyNames !== undefined && typeof schema.additionalProperties === 'object'
}

/** `unknown`, or a map to `unknown`: whatever it holds passes. */
function isUntyped(schema: JsonSchema): boolean {
  if (schema.type === undefined) return true
  return isMap(schema) && Object.keys(schema.additionalProperties as object).length === 0
}

function best(found: ('field' | 'untyped' | null)[]): 'field' | 'untyped' | null {
  return found.find((each) => each === 'field') ?? found.find((each) => each === 'untyped') ?? null
}
