import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_STATUS } from '@quarterdeck/contract'
import { ROUTES as routes } from '@quarterdeck/contract/routes'
import { describe, expect, it } from 'vitest'
import { toOpenApi } from '../../packages/server/src/http/app/openapi.ts'
import { root } from '../root.ts'
import { toExample } from './api-example.ts'
import { listFields, toApiPage } from './api-page.ts'

const page = readFileSync(join(root, 'docs/api.md'), 'utf8')

describe('docs/api.md', () => {
  it('is what the routes say: after a change, run npm run docs', () => {
    expect(page).toBe(toApiPage(page))
  })

  it('explains every error code with its status', () => {
    const rows = page.split('\n').filter((line) => /^\| `\w+`(, `\w+`)* \| \d{3} \|/.test(line))
    const explained = rows.flatMap((row) => {
      const [codes = '', status] = row.slice(2).split(' | ')
      return [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${code} ${status}`)
    })
    expect(explained.sort()).toEqual(
      Object.entries(ERROR_STATUS)
        .map(([code, status]) => `${code} ${status}`)
        .sort(),
    )
  })
})

describe('every route', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s says what it does and what it answers',
    (_, route) => {
      expect(route.summary).toMatch(/^[A-Z].{8,}[^.]$/)
      expect(route.answer !== undefined || route.media !== undefined, 'it has neither an answer nor media').toBe(true)
      expect(route.policy).toBeTypeOf('string')
      const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      if (route.params !== undefined)
        expect(Object.keys((route.params as unknown as { shape: object }).shape)).toEqual(named)
    },
  )

  it('says of every field that can be sent what it is for, in a sentence', () => {
    const { paths } = toOpenApi(routes, '')
    const missing: string[] = []
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
        const sent = parameters.filter((one) => one.in === 'query')
        const body = requestBody?.content['application/json']?.schema ?? {}
        const rows = [...sent.map(({ name, description = '' }) => [name, description]), ...listFields(body)]
        for (const [name, description] of rows)
          if (!/^[A-Z`].{8,}[^.\s]$/.test(String(description))) missing.push(`${method} ${path}: ${name}`)
      }
    expect(missing).toEqual([])
  })

  it('has a path and a method of its own', () => {
    const names = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
    expect(names).toEqual([...new Set(names)])
  })

  it('has an example that fits its own schema', () => {
    const { paths } = toOpenApi(routes, '')
    for (const { method, path, answer, body, status = 200 } of routes) {
      const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const answered = operation?.responses[status]?.content?.['application/json']?.schema
      const sent = operation?.requestBody?.content['application/json']?.schema
      if (answer !== undefined)
        expect(answer.safeParse(toExample(answered ?? {})).error, `${method} ${path}`).toBeUndefined()
      if (body !== undefined) expect(body.safeParse(toExample(sent ?? {})).error, `${method} ${path}`).toBeUndefined()
    }
  })

  it('is in the OpenAPI document, with what it needs', () => {
    const { openapi, paths, components } = toOpenApi(routes, '1.2.3')
    expect(openapi).toBe('3.1.0')
    const count = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
    expect(count).toBe(routes.length)
    expect(paths['/api/claude/search']?.get?.parameters?.find(({ name }) => name === 'q')).toMatchObject({
      in: 'query',
      required: true,
    })
    expect(paths['/api/claude/search']?.get?.parameters?.find(({ name }) => name === 'limit')).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 500 },
    })
    expect(paths['/api/health']?.get?.security).toEqual([])
    expect(JSON.stringify(components)).toContain('already_resolved')
  })
})
