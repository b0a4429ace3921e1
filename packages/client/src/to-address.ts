import type { RouteName } from '@quarterdeck/contract/routes'
import type { AnyAsked, Asked } from './asked.ts'

/** The method of a route, and its path with the query, from a name such as `GET /api/claude/sessions/:id`. */
export function toAddress(name: string, { params = {}, query = {} }: AnyAsked): { method: string; path: string } {
  const [method = '', pattern = ''] = name.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''))
  const fields = Object.entries(query).flatMap(([field, value]) => {
    const text = toText(value)
    return text === '' ? [] : [`${field}=${encodeURIComponent(text)}`]
  })
  return { method, path: fields.length === 0 ? path : `${path}?${fields.join('&')}` }
}

/** The path of a call with its query, by which two calls of a route can be told apart. */
export function toPath<N extends RouteName>(name: N, asked: Asked<N>): string {
  return toAddress(name, asked as AnyAsked).path
}

/** What is empty is not asked for; the server takes it so, too. */
function toText(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value ?? '')
}
