import type { z } from 'zod'
import { ServerError } from '../server-error.ts'

/** A form or a plain text is what a foreign page can send without being asked whether it may. */
export function assertJson(request: Request): void {
  const type = request.headers.get('content-type')
  if (type !== null && !isJson(type)) refuseType()
}

function isJson(type: string): boolean {
  return /^application\/json\s*(;|$)/i.test(type)
}

function refuseType(): never {
  throw new ServerError('unsupported_media_type', 'Send JSON, with content-type: application/json.')
}

/** The JSON of a request, as the schema wants it. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  if (!isJson(request.headers.get('content-type') ?? '')) refuseType()
  let value: unknown
  try {
    value = JSON.parse(await request.text())
  } catch (error) {
    if (error instanceof ServerError) throw error
    throw new ServerError('bad_request', `The body is not JSON: ${(error as Error).message}.`)
  }
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
