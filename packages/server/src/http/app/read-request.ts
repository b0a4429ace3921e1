import type { z } from 'zod'
import { parseClientJson } from '../../parse-client-json.ts'
import { ServerError } from '../../server-error.ts'
import { toIssueSentence } from '../../to-issue-sentence.ts'

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

/** The JSON of a request, as the schema wants it. Where nothing was sent, no field was. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  assertJson(request)
  const text = await request.text()
  if (text === '') return check({}, schema)
  if (request.headers.get('content-type') === null) refuseType()
  return check(parseClientJson(text, 'The body'), schema)
}

/** What was given empty was not given: `?project=&branch=` asks for nothing. */
export function readQuery<T>(query: Record<string, string>, schema: z.ZodType<T>): T {
  return check(Object.fromEntries(Object.entries(query).filter(([, text]) => text !== '')), schema)
}

/** A name that cannot be one names nothing. */
export function checkParams(params: Record<string, string>, schema: z.ZodType<Record<string, string>>): void {
  const issue = schema.safeParse(params).error?.issues[0]
  if (issue === undefined) return
  const value = params[String(issue.path[0])] ?? ''
  throw new ServerError('not_found', `'${value.slice(0, 100)}' ${issue.message}.`)
}

function check<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ServerError('bad_request', toIssueSentence(result.error.issues[0] as z.core.$ZodIssue))
}
