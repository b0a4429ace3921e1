import {
  DecidePermission,
  ERROR_STATUS,
  type ErrorBody,
  SendMessage,
  type SessionList,
  StartSession,
} from '@quarterdeck/contract'
import { DriverError } from '@quarterdeck/driver'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { Gate, Policy } from './gate.ts'
import type { Hub } from './hub.ts'
import { ServerError } from './server-error.ts'
import type { Page } from './static-page.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024

export interface RouteOptions {
  hub: Hub
  gate: Gate
  page: Page
  version: string
}

type Handler = (context: Context) => Response | Promise<Response>

export function createRoutes({ hub, gate, page, version }: RouteOptions): Hono {
  const app = new Hono()
  app.onError((error, context) => answerError(context, error))
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new ServerError('too_large', 'The request is larger than 10 MB.')
      },
    }),
  )

  /** No route without a policy: there is no other way to add one. */
  function route(method: 'GET' | 'POST' | 'DELETE', path: string, policy: Policy, handler: Handler): void {
    app.on(method, path, (context) => {
      gate.check(toKnock(context), policy)
      return handler(context)
    })
  }

  route('GET', '/api/health', 'public', (context) => context.json({ ok: true, version }))
  route('GET', '/api/claude/sessions', 'bearer', (context) =>
    context.json({ items: hub.list(), nextCursor: null } satisfies SessionList),
  )
  route('POST', '/api/claude/sessions', 'bearer', async (context) => {
    const session = hub.start(await readBody(context, StartSession))
    return context.json({ sessionId: session.info.sessionId }, 201)
  })
  route('POST', '/api/claude/sessions/:id/messages', 'bearer', async (context) => {
    const { content } = await readBody(context, SendMessage)
    hub.get(readId(context)).send(content)
    return context.json({}, 202)
  })
  route('POST', '/api/claude/sessions/:id/permission', 'bearer', async (context) => {
    const decision = await readBody(context, DecidePermission)
    hub.get(readId(context)).decide(decision)
    return context.json({})
  })
  route('POST', '/api/claude/sessions/:id/interrupt', 'bearer', (context) => {
    hub.get(readId(context)).interrupt()
    return context.json({}, 202)
  })
  route('DELETE', '/api/claude/sessions/:id', 'bearer', async (context) => {
    await hub.get(readId(context)).stop()
    return context.json({})
  })
  route('GET', '/api/*', 'bearer', () => {
    throw new ServerError('not_found', 'There is no such route.')
  })
  route('GET', '*', 'public', (context) => page.answer(context.req.path))
  app.notFound((context) => answerError(context, new ServerError('not_found', 'There is no such route.')))
  return app
}

function toKnock(context: Context) {
  return {
    host: context.req.header('host'),
    origin: context.req.header('origin'),
    secFetchSite: context.req.header('sec-fetch-site'),
    authorization: context.req.header('authorization'),
  }
}

function readId(context: Context): string {
  return context.req.param('id') ?? ''
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
  const known = toServerError(error)
  if (known.code === 'internal') process.stderr.write(`${error.stack ?? error.message}\n`)
  const body: ErrorBody = { error: { code: known.code, message: known.message } }
  return context.json(body, ERROR_STATUS[known.code])
}

/** Codes of other packages and codes of the wire are two lists; this is where they meet. */
function toServerError(error: Error): ServerError {
  if (error instanceof ServerError) return error
  if (error instanceof DriverError) return new ServerError(error.code, error.message, { cause: error })
  return new ServerError('internal', 'Something went wrong in the server; its terminal says what.', { cause: error })
}
