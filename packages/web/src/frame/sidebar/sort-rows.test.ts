import type { SessionRow } from '@quarterdeck/contract'
import { expect, it } from 'vitest'
import { findNeighbour, sortRows } from './sort-rows.ts'

const toRow = (sessionId: string, more: Partial<SessionRow> = {}) =>
  ({ sessionId, live: false, archived: false, created: sessionId, ...more }) as SessionRow
const ids = (rows: readonly SessionRow[]) => rows.map((row) => row.sessionId)

it('shows all that run, the youngest first, and thirty of the others without archived ones', () => {
  const many = Array.from({ length: 2000 }, (_, at) => toRow(`r${at}`))
  const rows = [toRow('1', { live: true }), toRow('gone', { archived: true }), ...many, toRow('2', { live: true })]
  const { live, recent } = sortRows(rows)
  expect(ids(live)).toEqual(['2', '1'])
  expect(recent).toHaveLength(30)
  expect(recent[0]?.sessionId).toBe('r0')
})

it('goes from one session to the next in the order that is seen', () => {
  const rows = [toRow('b'), toRow('a', { live: true }), toRow('c')]
  expect(findNeighbour(rows, 'a', 1)?.sessionId).toBe('b')
  expect(findNeighbour(rows, 'c', 1)).toBeUndefined()
  expect(findNeighbour(rows, 'b', -1)?.sessionId).toBe('a')
  expect(findNeighbour(rows, undefined, 1)?.sessionId).toBe('a')
})
