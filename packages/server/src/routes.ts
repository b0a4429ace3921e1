import {
  DecidePermission,
  ERROR_STATUS,
  type ErrorBody,
  SendMessage,
  type SessionList,
  StartSession,
} from '@quarterdeck/contract'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { Gate, Policy } from './gate.ts'
import type { Hub } from './hub.ts'
import { ServerError, toServerError } from './server-error.ts'
import type { Page } from './static-page.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024
/** Everything else below /api needs the token, whether there is such a route or not. */
const PUBLIC_API = ['/api/health']

export interface RouteOptions {
  hub: Hub
  gate: Gate
  page: Page
  version: string
  isDemo: boolean
}

export function createRoutes({ hub, gate, page, version, isDemo }: RouteOptions): Hono {
  const app = new Hono()
  app.onError((error, context) => answerError(context, error))
  app.notFound((context) => answerError(context, new ServerError('not_found', 'There is no such route.')))

  // First of all, before a byte of a body is read.
  app.use(async (context, next) => {
    gate.check(toKnock(context), toPolicy(context.req.path))
    await next()
  })
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody }))

  app.get('/api/health', (context) => context.json({ ok: true, version, ...(isDemo && { demo: true }) }))
  app.get('/api/claude/sessions', (context) =>
    context.json({ items: hub.list(), nextCursor: null } satisfies SessionList),
  )
  app.post('/api/claude/sessions', async (context) => {
    const session = await hub.start(await readBody(context, StartSession))
    return context.json({ sessionId: session.info.sessionId }, 201)
  })
  app.post('/api/claude/sessions/:id/messages', async (context) => {
    const { content, ...sending } = await readBody(context, SendMessage)
    await hub.get(context.req.param('id')).send(content, sending)
    return context.json({}, 202)
  })
  app.post('/api/claude/sessions/:id/permission', async (context) => {
    const decision = await readBody(context, DecidePermission)
    await hub.get(context.req.param('id')).decide(decision)
    return context.json({})
  })
  app.post('/api/claude/sessions/:id/interrupt', async (context) => {
    await hub.get(context.req.param('id')).interrupt()
    return context.json({}, 202)
  })
  app.delete('/api/claude/sessions/:id', async (context) => {
    await hub.get(context.req.param('id')).stop()
    return context.json({})
  })
  app.get('*', (context) => {
    if (isApi(context.req.path)) throw new ServerError('not_found', 'There is no such route.')
    return page.answer(context.req.path)
  })
  return app
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

function toPolicy(path: string): Policy {
  return isApi(path) && !PUBLIC_API.includes(path) ? 'bearer' : 'public'
}

function toKnock(context: Context) {
  return {
    host: context.req.header('host'),
    origin: context.req.header('origin'),
    secFetchSite: context.req.header('sec-fetch-site'),
    authorization: context.req.header('authorization'),
  }
}

function refuseBody(): never {
  throw new ServerError('too_large', 'The request is larger than 10 MB.')
}

async function readBody<S extends z.ZodType>(context: Context, schema: S): Promise<z.infer<S>> {
  if (!/^application\/json\b/.test(context.req.header('content-type') ?? ''))
    throw new ServerError('unsupported_media_type', 'Send JSON, with content-type: application/json.')
  let value: unknown
  try {
    value = JSON.parse(await context.req.text())
  } catch (error) {
    if (error instanceof ServerError) throw error
    throw new ServerError('bad_request', `The body is not JSON: ${(error as Error).message}.`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.join('.')
  throw new ServerError(
    'bad_request',
    `${where ? `'${where}': ` : ''}${issue?.message ?? 'The body is not as it should be'}.`,
  )
}

function answerError(context: Context, error: Error): Response {
  const { code, message } = toServerError(error)
  const body: ErrorBody = { error: { code, message } }
  return context.json(body, ERROR_STATUS[code])
}
