import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareLength, SLOW } from './longest-first.ts'
import { root } from './root.ts'

describe('the order of test files', () => {
  it('begins with the longest of each project: those known as slow, then the largest', () => {
    const [slowest = '', slow = ''] = SLOW
    const files = [
      { project: 'whole', path: 'tests/small.test.ts', bytes: 10 },
      { project: 'whole', path: 'tests/large.test.ts', bytes: 90_000 },
      { project: 'unit', path: 'scripts/rows.test.ts', bytes: 10 },
      { project: 'whole', path: `tests/server/${slow}.test.ts`, bytes: 100 },
      { project: 'whole', path: `tests/${slowest}.test.ts`, bytes: 10 },
      { project: 'long', path: 'scripts/bootstrap.long.test.ts', bytes: 10 },
    ]
    expect(files.sort(compareLength).map(({ path }) => path)).toEqual([
      'scripts/bootstrap.long.test.ts',
      'scripts/rows.test.ts',
      `tests/${slowest}.test.ts`,
      `tests/server/${slow}.test.ts`,
      'tests/large.test.ts',
      'tests/small.test.ts',
    ])
  })

  it('knows as slow only files that there are', () => {
    const names = globSync('tests/**/*.test.ts', { cwd: root }).map((path) => basename(path, '.test.ts'))
    expect(SLOW.filter((name) => !names.includes(name))).toEqual([])
  })
})
