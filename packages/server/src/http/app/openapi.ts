import { ERROR_STATUS, type ErrorCode } from '@quarterdeck/contract'
import type { Route } from '@quarterdeck/contract/routes'
import { z } from 'zod'

type Schema = Record<string, unknown>

export interface ApiDescription {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, unknown>
}

export interface Operation {
  summary: string
  description?: string
  'x-policy': string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: Schema
}

const ERRORS = { $ref: '#/components/schemas/Error' }

/** The API as an OpenAPI document, from the schemas that the server itself goes by. */
export function toOpenApi(routes: readonly Route[], version: string): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) }
  }
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  const error = z.object({ error: z.looseObject({ code: z.enum(codes as [ErrorCode]), message: z.string() }) })
  return {
    openapi: '3.1.0',
    info: { title: 'Quarterdeck', version, description: 'docs/api.md says how to begin, and describes the sockets.' },
    security: [{ bearer: [] }, { device: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of DATA/server.json, for programs' },
        device: {
          type: 'apiKey',
          in: 'header',
          name: 'x-quarterdeck-proof',
          description: 'A paired browser: its cookie, and a proof',
        },
      },
      schemas: { Error: toSchema(error) },
    },
  }
}

function toOperation(route: Route): Operation {
  const { summary, notes, policy, body, status = 200 } = route
  const parameters = [...toPathParameters(route), ...toQueryParameters(route)]
  const json = route.answer === undefined ? {} : { 'application/json': { schema: toSchema(route.answer) } }
  const media = Object.entries(route.media ?? {}).map(([type, when]) => [
    type,
    { schema: { type: 'string', description: when } },
  ])
  return {
    summary,
    ...(notes && { description: notes }),
    'x-policy': policy,
    ...(policy === 'open' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: toSchema(body, 'input') } },
      },
    }),
    responses: {
      [status]: { description: 'Done', content: { ...json, ...Object.fromEntries(media) } },
      ...toErrors(route),
    },
  }
}

/** What every route of its kind can say, and what is its own. */
export function listErrors({ policy, body, errors = [] }: Route): ErrorCode[] {
  const shared: ErrorCode[] = [
    'forbidden_host',
    'forbidden_origin',
    ...(policy === 'open' ? [] : (['unauthorized'] as const)),
    'bad_request',
    ...(body === undefined ? [] : (['unsupported_media_type', 'too_large'] as const)),
    'internal',
  ]
  return [...new Set([...errors, ...shared])]
}

function toErrors(route: Route): Operation['responses'] {
  const byStatus = Map.groupBy(listErrors(route), (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/json': { schema: ERRORS } } },
    ]),
  )
}

function toPathParameters({ path, params }: Route): Parameter[] {
  const { properties = {} } = params === undefined ? {} : (toSchema(params) as { properties?: Record<string, Schema> })
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    return { name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } }
  })
}

function toQueryParameters({ query }: Route): Parameter[] {
  if (query === undefined) return []
  const { properties = {} } = toSchema(query) as { properties?: Record<string, Schema> }
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {}
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const required = shape[name]?.safeParse(undefined).success !== true
    return { name, in: 'query', required, ...(typeof description === 'string' && { description }), schema }
  })
}

/** As the server gives or takes it; a field that JSON Schema has no words for may be anything. */
function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
