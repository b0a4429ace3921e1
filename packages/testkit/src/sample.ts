import { toJsonSchema } from '@quarterdeck/protocol'
import type { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** A value that fits a schema and has every field the schema names, optional ones too. */
export function toSample(schema: z.ZodType): unknown {
  return fromJsonSchema(toJsonSchema(schema))
}

function fromJsonSchema(schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return fromJsonSchema(options[0] as JsonSchema)
  // A nullable field has a list of types; the first is the one that means something.
  switch ([schema.type].flat()[0]) {
    case 'string':
      return (schema as { known?: string[] }).known?.[0] ?? 'sample'
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return [fromJsonSchema((schema.items ?? {}) as JsonSchema)]
    case 'object':
      return toObject(schema)
    default:
      return { anything: 1 }
  }
}

function toObject(schema: JsonSchema): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  const sample = Object.fromEntries(fields.map(([name, field]) => [name, fromJsonSchema(field)]))
  const isMap = schema.propertyNames !== undefined && typeof schema.additionalProperties === 'object'
  return isMap ? { key: fromJsonSchema(schema.additionalProperties as JsonSchema) } : sample
}
