import type { ServerResponse } from 'node:http'
import { ERROR_STATUS, type ErrorBody, POLICIES, type Policy } from '@quarterdeck/contract'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getPath } from 'hono/utils/url'
import { z } from 'zod'
import type { Addresses } from '../../gate/addresses.ts'
import type { Caller } from '../../gate/caller.ts'
import type { Gate } from '../../gate/gate.ts'
import { toKnock } from '../../gate/knock.ts'
import { toSecurityHeaders } from '../../gate/security-headers.ts'
import { type Log, silentLog } from '../../log/log.ts'
import { ServerError, toServerError } from '../../server-error.ts'
import { toInnerPath } from './base-path.ts'
import { findOtherWay } from './find-other-way.ts'
import { JsonReply } from './json-reply.ts'
import { logRequests } from './log-requests.ts'
import { assertJson, checkParams, readBody, readQuery } from './read-request.ts'
import { send } from './send.ts'
import type { ServedRoute } from './serve.ts'
import type { SocketRoute } from './socket-door.ts'
import type { Page } from './static-page.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024
const CUT_AFTER_MS = 200
/** Of a route that says nothing of parameters: one that is sent all the same is a mistake. */
const NO_QUERY = z.strictObject({})
/** No path of a request looks like this. */
const OUTSIDE = ' outside of the base path'

export interface AppOptions {
  routes: readonly ServedRoute[]
  /** Only to tell who comes to one of them without asking for a socket. */
  sockets?: readonly SocketRoute[]
  gate: Gate
  addresses: Addresses
  page: Page
  log?: Log
}

/** The HTTP door: the gate first, before a byte of a body is read; then the route, or the page. */
export function createApp({ routes, sockets = [], gate, addresses, page, log = silentLog }: AppOptions): Hono {
  assertPolicies(routes)
  const { basePath } = addresses
  const app = new Hono({ getPath: (request) => toInnerPath(getPath(request), basePath) ?? OUTSIDE })
  app.onError((error, context) => answerError(context, error))
  app.notFound((context) =>
    answerError(context, findOtherWay({ routes, sockets }, context.req.method, context.req.path)),
  )
  app.use('*', logRequests(log))
  app.use('*', addHeaders(addresses))
  for (const route of routes) {
    const { maxBodyBytes = MAX_BODY_BYTES } = route
    const limit = bodyLimit({ maxSize: maxBodyBytes, onError: () => refuseBody(maxBodyBytes) })
    app.on(route.method, route.path, setRoute(route.path), guard(gate, route.policy), limit, (context) =>
      answer(context, route),
    )
  }
  // What is no route asks for a credential too: a stranger does not learn what there is.
  app.all('/api', guard(gate, 'signed_in'), (context) => context.notFound())
  app.all('/api/*', guard(gate, 'signed_in'), (context) => context.notFound())
  app.get('*', guard(gate, 'page'), (context) => answerPage(context, addresses, page))
  app.all('*', guard(gate, 'signed_in'), (context) => context.notFound())
  return app
}

/** A route that nobody thought about must not be reachable. */
function assertPolicies(routes: readonly ServedRoute[]): void {
  const forgotten = routes.find(({ policy }) => !POLICIES.includes(policy))
  if (forgotten !== undefined)
    throw new Error(`${forgotten.method} ${forgotten.path} declares no policy: say who may call it.`)
  const takesBody = routes.find(
    ({ method, body, takesBytes }) => method === 'GET' && (body ?? takesBytes) !== undefined,
  )
  if (takesBody !== undefined) throw new Error(`GET ${takesBody.path} takes a body: what changes something is no GET.`)
}

function addHeaders({ origins }: Addresses) {
  return async (context: Context, next: () => Promise<void>) => {
    await next()
    const { headers } = context.res
    const isPage = !(headers.get('content-type') ?? '').startsWith('application/json') && !isApi(context.req.path)
    // For the usual port only: it holds for all ports of a name, and other programs may be there.
    const isStrictTransport =
      origins.has(`https://${context.req.header('host')}`) && !/:\d+$/.test(context.req.header('host') ?? '')
    for (const [name, value] of Object.entries(toSecurityHeaders({ isPage, isStrictTransport })))
      if (!headers.has(name)) headers.set(name, value)
  }
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** For the log, which names no path that was asked for. */
function setRoute(path: string) {
  return async (context: Context, next: () => Promise<void>) => {
    context.set('route', path)
    await next()
  }
}

function guard(gate: Gate, policy: Policy) {
  return async (context: Context, next: () => Promise<void>) => {
    const knock = toKnock(context.req.method, (name) => context.req.header(name), false)
    const caller = gate.check(knock, policy)
    context.set('caller', caller)
    cutWhenRevoked(gate, caller, context.env?.outgoing)
    await next()
  }
}

/** Who is no longer let in gets no more of what is being sent. What says that it was so may still be on its way. */
function cutWhenRevoked(gate: Gate, caller: Caller, outgoing: ServerResponse | undefined): void {
  if (outgoing === undefined) return
  const unwatch = gate.onRevoked(caller, () => setTimeout(() => outgoing.destroy(), CUT_AFTER_MS).unref())
  outgoing.once('close', unwatch)
}

async function answer(context: Context, route: ServedRoute): Promise<Response> {
  if (!route.takesBytes) assertJson(context.req.raw)
  const params = context.req.param()
  if (route.params !== undefined) checkParams(params, route.params)
  const result = await route.handle({
    params,
    query: readQuery(context.req.query(), route.query ?? NO_QUERY),
    body: route.body === undefined ? undefined : await readBody(context.req.raw, route.body),
    caller: context.get('caller'),
    request: context.req.raw,
    remoteAddress: context.env?.incoming?.socket?.remoteAddress ?? '',
  })
  if (result instanceof Response) return result
  if (result instanceof JsonReply)
    return Response.json(result.value, { status: route.status ?? 200, headers: result.headers })
  return send(result, context.req.raw, { status: route.status ?? 200, isSecret: route.isSecret === true })
}

/** One name of loopback for all: what a browser keeps belongs to a name. It takes along what stands behind the #. */
async function answerPage(context: Context, { findRedirect, basePath }: Addresses, page: Page): Promise<Response> {
  const { path } = context.req
  const { pathname, search } = new URL(context.req.url)
  const origin = findRedirect(context.req.header('host') ?? '') ?? ''
  if (path === OUTSIDE && pathname !== '/')
    throw new ServerError('not_found', `There is nothing here. Quarterdeck is at '${basePath}/'.`)
  if (path === OUTSIDE || path === '') return context.redirect(`${origin}${basePath}/${search}`, 307)
  if (origin !== '') return context.redirect(`${origin}${pathname}${search}`, 307)
  return send(page.answer(path), context.req.raw, { status: 200, isSecret: false })
}

function refuseBody(maxBytes: number): never {
  const kilobytes = Math.round(maxBytes / 1024)
  const limit = kilobytes < 1024 ? `${kilobytes} KB` : `${Math.round(kilobytes / 1024)} MB`
  throw new ServerError('too_large', `The request is larger than ${limit}.`)
}

function answerError(context: Context, error: Error): Response {
  const { code, message, details } = toServerError(error)
  const body: ErrorBody = { error: { code, message, ...details } }
  // HTTP wants them said in headers, too.
  if (code === 'method_not_allowed') context.header('allow', (details.allow as string[]).join(', '))
  if (code === 'upgrade_required') context.header('upgrade', 'websocket')
  return context.json(body, ERROR_STATUS[code])
}
