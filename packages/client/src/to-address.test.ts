import { expect, it } from 'vitest'
import { toAddress, toPath } from './to-address.ts'

it('fills the parts of a path in, whatever they hold', () => {
  const params = { id: 'a b/../c', name: 'x?y#z' }
  expect(toAddress('GET /api/claude/sessions/:id/file-history/:name', { params })).toEqual({
    method: 'GET',
    path: '/api/claude/sessions/a%20b%2F..%2Fc/file-history/x%3Fy%23z',
  })
})

it('writes numbers and flags of a query, and leaves out what is empty', () => {
  const query = { path: '/code & more', hidden: true, limit: 500, cursor: undefined }
  expect(toPath('GET /api/folders', { query })).toBe('/api/folders?path=%2Fcode%20%26%20more&hidden=1&limit=500')
  expect(toPath('GET /api/claude/history', { query: { q: '', project: undefined } })).toBe('/api/claude/history')
})
