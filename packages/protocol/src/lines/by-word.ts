import { z } from 'zod'
import { loose } from './define.ts'
import { rememberKinds } from './kinds.ts'

/**
 * Checks an object by the schema that one of its words names, found by look-up. A word that we do not know passes with
 * whatever it holds: a newer CLI's new kind must not cost the message it stands in.
 */
export function byWord<T>(word: string, schemas: Readonly<Record<string, z.ZodType<T>>>): z.ZodType<T, T> {
  const known = new Map(Object.entries(schemas))
  const checked = loose({ [word]: z.string() }).check((context) => {
    const schema = known.get(context.value[word] as string)
    const result = schema?.safeParse(context.value)
    if (result === undefined || result.success) return
    for (const issue of result.error.issues) {
      context.issues.push({ code: 'custom', input: context.value, message: issue.message, path: issue.path })
    }
  }) as unknown as z.ZodType<T, T>
  rememberKinds(checked, { word, schemas: known })
  return checked
}
