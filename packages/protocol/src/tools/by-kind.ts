import { z } from 'zod'
import { rememberKinds } from '../lines/kinds.ts'

interface Kinds {
  text?: z.ZodType
  list?: z.ZodType
  object?: z.ZodType
}

type OneOf<K extends Kinds> = { [P in keyof K]: K[P] extends z.ZodType ? z.infer<K[P]> : never }[keyof K]

/**
 * A value that is sometimes text, sometimes a list, sometimes an object, each with its own schema. A union would report the
 * fault of one field as a fault of the whole value, and leaving that field out could not be tried.
 */
export function byKind<K extends Kinds>(kinds: K): z.ZodType<OneOf<K>, OneOf<K>> {
  const checked = z.unknown().check((context) => {
    const schema = findSchema(kinds, context.value)
    if (schema === undefined) {
      const message = `Invalid input: expected ${Object.keys(kinds).join(' or ')}`
      context.issues.push({ code: 'custom', input: context.value, message, path: [] })
      return
    }
    for (const issue of schema.safeParse(context.value).error?.issues ?? []) {
      context.issues.push({ code: 'custom', input: context.value, message: issue.message, path: [...issue.path] })
    }
  }) as unknown as z.ZodType<OneOf<K>, OneOf<K>>
  rememberKinds(checked, { schemas: new Map(Object.entries(kinds)) })
  return checked
}

function findSchema(kinds: Kinds, value: unknown): z.ZodType | undefined {
  if (typeof value === 'string') return kinds.text
  if (Array.isArray(value)) return kinds.list
  return value !== null && typeof value === 'object' ? kinds.object : undefined
}
