import type { z } from 'zod'
import type { ErrorCode } from '../error-body.ts'
import type { Policy } from '../policies.ts'

/** What a route does to the machine of the server, for whoever judges whether a caller may cause it. */
export type Effect = 'reads' | 'writes' | 'spawns' | 'configures'

/** All there is to know of a route but how it is done: who may call it, what it takes, what it answers. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** As in `/api/claude/sessions/:id`. */
  path: `/${string}`
  policy: Policy
  effect?: readonly Effect[]
  /** One line for the description of the API. */
  summary: string
  /** What else whoever calls it should know. */
  notes?: string
  /** The parts of the path; where one does not fit, the answer is `not_found`. */
  params?: z.ZodType<Record<string, string>>
  query?: z.ZodType
  body?: z.ZodType
  /** Bytes of any type, read by the handler. Everything else takes JSON and nothing else: what a foreign page can send without asking is not JSON. */
  takesBytes?: true
  /** Larger bodies are refused before they are read. */
  maxBodyBytes?: number
  /** The status of a success; 200 by default. */
  status?: 200 | 201 | 202
  /** The JSON of a success. */
  answer?: z.ZodType
  /** The JSON is text that the CLI wrote: the server passes it on unread. */
  isVerbatim?: true
  /** Content types of answers that are not JSON, each with the case in which it comes. */
  media?: Readonly<Record<string, string>>
  /** The errors that are its own; those of the gate, of the query and of the body go without saying. */
  errors?: readonly ErrorCode[]
  /** A secret stands in the answer: it is not compressed, because its length would tell of it, and nobody may keep it. */
  isSecret?: true
}

/** Keeps the literal types of path, status and schemas, from which the types of callers and handlers follow. */
export function defineRoute<const R extends Route>(route: R): R {
  return route
}
