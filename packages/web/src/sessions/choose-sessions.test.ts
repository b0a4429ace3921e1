import type { SessionRow } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import { chooseSessions, findOptions, parseSort, sortSessions, type Wanted } from './choose-sessions.ts'
import { mergeRows } from './merge-rows.ts'

const row = (fields: Partial<SessionRow>) =>
  ({
    sessionId: 'a',
    title: '',
    firstPrompt: null,
    projectPath: '/p',
    gitBranch: null,
    tag: null,
    ...fields,
  }) as SessionRow

const all: Wanted = { q: '', project: '', branch: '', tag: '', status: '', archived: true }
const newest = parseSort(undefined)
const ids = (rows: readonly SessionRow[]) => rows.map(({ sessionId }) => sessionId).join('')

describe('which sessions the table shows', () => {
  const rows = [
    row({ sessionId: 'a', modified: '2026-01-01', title: 'Fix the login', costUsd: null, tag: 'web' }),
    row({ sessionId: 'b', modified: '2026-01-03', title: 'Write docs', costUsd: 2, archived: true }),
    row({ sessionId: 'c', modified: '2026-01-02', title: 'fix the clock', costUsd: 10, gitBranch: 'login' }),
  ]

  it('has the newest first, and leaves out what is archived unless it is wanted', () => {
    expect(ids(chooseSessions(sortSessions(rows, newest), all))).toBe('bca')
    expect(ids(chooseSessions(sortSessions(rows, newest), { ...all, archived: false }))).toBe('ca')
  })

  it('finds every word, wherever it stands', () => {
    expect(ids(chooseSessions(sortSessions(rows, newest), { ...all, q: 'LOGIN fix' }))).toBe('ca')
    expect(ids(chooseSessions(sortSessions(rows, newest), { ...all, q: 'login fix', tag: 'web' }))).toBe('a')
  })

  it('goes by numbers and letters, with what was not counted at the end', () => {
    expect(ids(chooseSessions(sortSessions(rows, parseSort('costUsd')), all))).toBe('bca')
    expect(ids(chooseSessions(sortSessions(rows, parseSort('-costUsd')), all))).toBe('cba')
    expect(ids(chooseSessions(sortSessions(rows, parseSort('title')), all))).toBe('cab')
    expect(parseSort('-nonsense')).toEqual(newest)
  })

  it('offers each value that occurs, the most frequent first', () => {
    expect(findOptions([row({ tag: 'x' }), row({ tag: 'y' }), row({ tag: 'y' }), row({})], 'tag')).toEqual([
      { value: 'y', count: 2 },
      { value: 'x', count: 1 },
    ])
  })

  it('believes what was told live over what was read', () => {
    const merged = mergeRows(rows, [row({ sessionId: 'a', title: 'New name' }), row({ sessionId: 'd' })])
    expect(ids(merged)).toBe('abcd')
    expect(merged[0]?.title).toBe('New name')
  })
})
