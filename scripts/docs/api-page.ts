import { ERROR_STATUS } from '@quarterdeck/contract'
import { ROUTES, type Route } from '@quarterdeck/contract/routes'
import { listErrors, type Operation, type Parameter, toOpenApi } from '../../packages/server/src/http/app/openapi.ts'
import { CONTROL_TABLE } from '../../packages/server/src/policy/control-table.ts'
import { toExample } from './api-example.ts'

type Schema = Readonly<Record<string, unknown>>

const BEGIN = '<!-- routes: written by `npm run docs` from the table of routes -->'
const END = '<!-- end of routes -->'

const POLICIES: Readonly<Record<Route['policy'], string>> = {
  open: 'anyone',
  page: 'anyone who asks for the page',
  half: "a paired device's page, with its cookie alone",
  bridge: 'the bridge, with its own key',
  signed_in: 'paired devices and programs',
  program: 'programs, with the token of `server.json`',
}

/** The page with its routes described anew; the rest of it is written by people. */
export function toApiPage(page: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/api.md has lost its lines '${BEGIN}' and '${END}'.`)
  return `${before}${BEGIN}\n\n${describeRoutes(ROUTES)}\n${END}${after}`
}

function describeRoutes(routes: readonly Route[]): string {
  const { paths } = toOpenApi(routes, '')
  const sections = routes.map((route) => {
    const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()] as Operation
    return describe(route, operation)
  })
  const index = routes.map(
    ({ method, path, summary }) => `| [\`${method} ${path}\`](#${toAnchor(method, path)}) | ${cell(summary)} |`,
  )
  return ['| route | does |', '|---|---|', ...index, '', ...sections].join('\n')
}

function describe(route: Route, { parameters = [], requestBody, responses }: Operation): string {
  const { method, path, summary, notes, policy, status = 200, media = {} } = route
  const body = requestBody?.content['application/json']?.schema
  const answer = responses[status]?.content?.['application/json']?.schema
  const own = listErrors(route).filter((code) => route.errors?.includes(code))
  return [
    `### ${method} ${path}\n`,
    `${summary}. For ${POLICIES[policy]}.${notes === undefined ? '' : ` ${notes}`}\n`,
    ...(parameters.length === 0 ? [] : [toTable('parameter', parameters.map(toParameterRow))]),
    ...(body === undefined ? [] : [toTable('field of the body', toRows(body))]),
    answer === undefined
      ? `Answers ${status}.\n`
      : `Answers ${status} with${toRows(answer).length === 0 ? ' `{}`.\n' : '\n'}`,
    ...(answer === undefined || toRows(answer).length === 0 ? [] : [toTable('field', toRows(answer))]),
    ...Object.entries(media).map(([type, when]) => `\`${type}\`: ${when}.\n`),
    ...(own.length === 0
      ? []
      : [`Errors of its own: ${own.map((code) => `\`${code}\` (${ERROR_STATUS[code]})`).join(', ')}.\n`]),
    toCall(route, parameters, body, answer),
    ...(path.endsWith('/control') ? [describeControl()] : []),
  ].join('\n')
}

/** What may be asked of the CLI, from the table by which it is judged. */
function describeControl(): string {
  const rows = Object.entries(CONTROL_TABLE).map(([subtype, { what, fields, needs, whenStopped }]) => {
    const names = Object.keys(fields).map((field) => `\`${field}\``)
    const when = [
      ...(needs === undefined ? [] : [`needs \`--${needs}\``]),
      ...(whenStopped === 'refuse' ? ['only while it runs'] : []),
    ]
    return `| \`${subtype}\` | ${names.join(', ')} | ${cell([what, ...when].join(' '))} |`
  })
  return [
    'These subtypes are allowed; all others are 403 `not_allowed`.\n',
    '| subtype | fields | |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function toParameterRow({ name, in: place, required, description = '', schema }: Parameter): string[] {
  const mark = place === 'path' ? 'in the path' : required ? 'required' : ''
  return [`\`${name}\``, toType(schema), [mark, description].filter(Boolean).join('; ')]
}

interface Field {
  path: string
  isRequired: boolean
  schema: Schema
}

/** Every field with the way to it, and what is said of it. */
export function listFields(schema: Schema): [path: string, description: string][] {
  return toFields(schema).map(({ path, schema: { description } }) => [path, String(description ?? '')])
}

function toRows(schema: Schema): string[][] {
  return toFields(schema).map(({ path, isRequired, schema: inner }) => [
    `\`${path}${isRequired ? '' : '?'}\``,
    toType(inner),
    String(inner.description ?? ''),
  ])
}

function toFields(schema: Schema, prefix = ''): Field[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = `${prefix}${name}`
    return [{ path, isRequired: required.has(name), schema: inner }, ...toInnerFields(inner, path)]
  })
}

function toInnerFields(schema: Schema, path: string): Field[] {
  const options = ((schema.anyOf ?? []) as Schema[]).filter(({ type }) => type === 'object' || type === 'array')
  if (options.length > 0) return options.flatMap((option) => toInnerFields(option, path))
  if (schema.type === 'object') return toFields(schema, `${path}.`)
  return schema.type === 'array' && typeof schema.items === 'object'
    ? toInnerFields(schema.items as Schema, `${path}[]`)
    : []
}

function toType(schema: Schema): string {
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (Array.isArray(schema.enum)) return schema.enum.map((word) => `\`${word}\``).join(', ')
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (options !== undefined) return options.map(toType).join(' or ')
  if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.map(toType).join(', ')}]`
  if (schema.type === 'array') return schema.items === undefined ? 'list' : `list of ${toType(schema.items as Schema)}`
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
  const range =
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? `, ${minimum} to ${maximum}`
      : ''
  return `${[schema.type ?? 'anything'].flat().join(' or ')}${range}`
}

function toCall(
  { method, path, media }: Route,
  parameters: readonly Parameter[],
  body: Schema | undefined,
  answer: Schema | undefined,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(toExample(parameters.find((one) => one.name === name)?.schema ?? {}, name))),
  )
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(toExample(schema, name))).replaceAll('%2F', '/')}`)
  const url = query.length === 0 ? filled : `${filled}?${query.join('&')}`
  const sent = body === undefined ? '' : ` -H 'content-type: application/json' -d '${JSON.stringify(toExample(body))}'`
  const got = answer === undefined ? (media === undefined ? [] : ['(bytes)']) : [JSON.stringify(toExample(answer))]
  return [
    '```sh',
    `curl -H "$AUTH"${method === 'GET' ? '' : ` -X ${method}`}${sent} "$URL${url}"`,
    ...got,
    '```',
    '',
  ].join('\n')
}

function toTable(title: string, rows: readonly string[][]): string {
  return [`| ${title} | type | |`, '|---|---|---|', ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`), ''].join(
    '\n',
  )
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** As readers of Markdown make anchors of headings. */
function toAnchor(method: string, path: string): string {
  return `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
