/** What a line is called, and which fields it has: `message.content[text].citations`. */
export interface Shape {
  name: string
  fields: string[]
}

type Json = Record<string, unknown>

/** Null for a line that is no JSON object: it has no shape. */
export function toShape(line: string): Shape | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (!isObject(value)) return null
  const fields = new Set<string>()
  collect(value, '', fields)
  return { name: toName(value), fields: [...fields] }
}

function toName({ type, subtype, event, request, response }: Json): string {
  const words = [type, subtype ?? wordOf(event, 'type') ?? wordOf(request, 'subtype') ?? wordOf(response, 'subtype')]
  return words.filter((word) => typeof word === 'string').join('/')
}

function wordOf(value: unknown, field: string): unknown {
  return isObject(value) ? value[field] : undefined
}

function collect(value: unknown, path: string, fields: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, `${path}[${toKind(element)}]`, fields)
    return
  }
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    const field = path === '' ? toKey(key) : `${path}.${toKey(key)}`
    fields.add(field)
    collect(inner, field, fields)
  }
}

/** Blocks of different types have different fields; other elements of a list are all of a kind. */
function toKind(element: unknown): string {
  const type = wordOf(element, 'type')
  return typeof type === 'string' && /^[a-z_]+$/.test(type) ? type : ''
}

/** Ids, paths, models and questions are keys of a map and not names of fields. */
function toKey(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : '*'
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
