import type { ErrorCode } from '@quarterdeck/contract'
import type { z } from 'zod'
import type { Caller } from '../gate/caller.ts'
import type { Policy } from '../gate/gate.ts'

export interface RouteCall<Query = unknown, Body = unknown> {
  /** The parts of the path that stand for something, decoded. */
  params: Readonly<Record<string, string>>
  query: Query
  body: Body
  caller: Caller
  request: Request
  /** Of the other end of the connection, which may be a proxy. */
  remoteAddress: string
}

interface TypedRoute<Query, Body> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** As in `/api/claude/sessions/:id`. */
  path: string
  policy: Policy
  /** One line for the description of the API. */
  summary: string
  /** What else whoever calls it should know. */
  notes?: string
  /** How the parts of the path must look; where they do not, there is nothing. */
  params?: z.ZodType<Record<string, string>>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  /** Bytes of any type, read by the handler. Everything else takes JSON and nothing else: what a foreign page can send without asking is not JSON. */
  takesBytes?: true
  /** Larger bodies are refused before they are read. */
  maxBodyBytes?: number
  /** The status of a success, 200 if it is not said, and the shape of its JSON. */
  status?: 200 | 201 | 202
  answer?: z.ZodType
  /** What it may answer with that is not JSON: when, by content type. */
  media?: Readonly<Record<string, string>>
  /** The errors that are its own; those of the gate, of the query and of the body go without saying. */
  errors?: readonly ErrorCode[]
  /** A secret stands in the answer: it is not compressed, because its length would tell of it, and nobody may keep it. */
  isSecret?: true
  /** Gives what goes out as JSON, or a whole response where that is not JSON. */
  handle(call: RouteCall<Query, Body>): unknown
}

/** All there is to know of a route: who may call it, what it takes, what it answers. The API's description is made of this. */
export type Route = TypedRoute<unknown, unknown>

/** Only here so that the handler's types follow from the schemas. */
export function defineRoute<Query = undefined, Body = undefined>(route: TypedRoute<Query, Body>): Route {
  return route as Route
}
