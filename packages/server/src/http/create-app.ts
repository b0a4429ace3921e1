import { ERROR_STATUS, type ErrorBody } from '@quarterdeck/contract'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Gate, POLICIES, type Policy } from '../gate/gate.ts'
import { ServerError, toServerError } from '../server-error.ts'
import { checkParams, readBody, readQuery } from './read-request.ts'
import type { Route } from './route.ts'
import { send } from './send.ts'
import type { Page } from './static-page.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024

export interface AppOptions {
  routes: readonly Route[]
  gate: Gate
  page: Page
}

/** The HTTP door: the gate first, before a byte of a body is read; then the route, or the page. */
export function createApp({ routes, gate, page }: AppOptions): Hono {
  assertPolicies(routes)
  const app = new Hono()
  app.onError((error, context) => answerError(context, error))
  app.notFound((context) => answerError(context, new ServerError('not_found', 'There is no such route.')))
  for (const route of routes) {
    const { maxBodyBytes = MAX_BODY_BYTES } = route
    const limit = bodyLimit({ maxSize: maxBodyBytes, onError: () => refuseBody(maxBodyBytes) })
    app.on(route.method, route.path, guard(gate, route.policy), limit, (context) => answer(context, route))
  }
  // What is no route asks for a credential too: a stranger does not learn what there is.
  app.all('/api', guard(gate, 'signed_in'), (context) => context.notFound())
  app.all('/api/*', guard(gate, 'signed_in'), (context) => context.notFound())
  app.get('*', guard(gate, 'open'), (context) => page.answer(context.req.path))
  return app
}

/** A route that nobody thought about must not be reachable. */
function assertPolicies(routes: readonly Route[]): void {
  const forgotten = routes.find(({ policy }) => !POLICIES.includes(policy))
  if (forgotten !== undefined)
    throw new Error(`${forgotten.method} ${forgotten.path} declares no policy: say who may call it.`)
}

function guard(gate: Gate, policy: Policy) {
  return async (context: Context, next: () => Promise<void>) => {
    context.set('caller', gate.check(toKnock(context), policy))
    await next()
  }
}

async function answer(context: Context, route: Route): Promise<Response> {
  const params = context.req.param()
  if (route.params !== undefined) checkParams(params, route.params)
  const result = await route.handle({
    params,
    query: route.query === undefined ? undefined : readQuery(context.req.query(), route.query),
    body: route.body === undefined ? undefined : await readBody(context.req.raw, route.body),
    caller: context.get('caller'),
    request: context.req.raw,
  })
  if (result instanceof Response) return result
  return send(result, context.req.raw, { status: route.status ?? 200, isSecret: route.isSecret === true })
}

function toKnock(context: Context) {
  return {
    host: context.req.header('host'),
    origin: context.req.header('origin'),
    secFetchSite: context.req.header('sec-fetch-site'),
    authorization: context.req.header('authorization'),
  }
}

function refuseBody(maxBytes: number): never {
  throw new ServerError('too_large', `The request is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
}

function answerError(context: Context, error: Error): Response {
  const { code, message, details } = toServerError(error)
  const body: ErrorBody = { error: { code, message, ...details } }
  return context.json(body, ERROR_STATUS[code])
}
