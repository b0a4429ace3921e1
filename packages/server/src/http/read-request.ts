import type { z } from 'zod'
import { parseClientJson } from '../parse-client-json.ts'
import { ServerError } from '../server-error.ts'

/** The JSON of a request, as the schema wants it. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? ''))
    throw new ServerError('unsupported_media_type', 'Send JSON, with content-type: application/json.')
  const value = parseClientJson(await request.text(), 'The body')
  return check(value, schema, 'The body')
}

export function readQuery<T>(query: Record<string, string>, schema: z.ZodType<T>): T {
  return check(query, schema, 'The query')
}

function check<T>(value: unknown, schema: z.ZodType<T>, what: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.join('.')
  throw new ServerError('bad_request', `${where ? `'${where}': ` : ''}${issue?.message ?? `${what} does not fit`}.`)
}
