import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@quarterdeck/contract/routes'
import type { Caller } from '../../gate/caller.ts'
import type { Answer } from './answer.ts'
import type { JsonReply } from './json-reply.ts'

export interface RouteCall<Params = Readonly<Record<string, string>>, Query = unknown, Body = unknown> {
  /** The parts of the path that stand for something, decoded. */
  params: Params
  query: Query
  body: Body
  caller: Caller
  request: Request
  /** Of the other end of the connection, which may be a proxy. */
  remoteAddress: string
}

type CallOf<R extends Route> = RouteCall<ParamsOf<R>, QueryOf<R>, BodyOf<R>>

/** A call of a route below `/api/claude/sessions/:id`. */
export type SessionCall = RouteCall<{ readonly id: string }>

/** JSON by the route's own schema, or, where the route says so, bytes. */
type ResultOf<R extends Route> =
  | (R extends { isVerbatim: true } ? Answer : AnswerOf<R> | JsonReply<AnswerOf<R>>)
  | (R extends { media: object } ? Answer | Response : never)

/** A route with what is done when it is called. */
export type ServedRoute = Route & { handle(call: RouteCall): unknown }

/** A route of the contract and its handler, whose result has the type of the route's answer. */
export function serve<R extends Route>(
  route: R,
  handle: (call: CallOf<R>) => ResultOf<R> | Promise<ResultOf<R>>,
): ServedRoute {
  // The app has checked params, query and body with the schemas of this very route before it calls.
  return { ...route, handle: handle as ServedRoute['handle'] }
}
