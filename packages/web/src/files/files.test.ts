import type { FileVersion } from '@quarterdeck/contract/routes'
import { describe, expect, it } from 'vitest'
import { findFile, toFiles } from './file-version.ts'
import { parseHunks } from './parse-hunks.ts'

const version = (fields: Partial<FileVersion>) =>
  ({ name: 'a@v1', path: '/p/a', timestamp: null, ...fields }) as FileVersion

describe('the files of a session', () => {
  const files = toFiles([
    version({ name: 'a@v1', timestamp: '2026-01-01' }),
    version({ name: 'b@v1', path: '/p/b', timestamp: '2026-01-02' }),
    version({ name: 'a@v2', timestamp: '2026-01-03' }),
    version({ name: 'orphan@v1', path: null }),
  ])

  it('have their versions together, the one that changed last first', () => {
    expect(files.map(({ key, versions }) => `${key} ${versions.length}`)).toEqual(['/p/a 2', '/p/b 1', 'orphan@v1 1'])
  })

  it('are found by their path and by a version of theirs', () => {
    expect(findFile(files, '/p/b')?.key).toBe('/p/b')
    expect(findFile(files, 'a@v2')?.key).toBe('/p/a')
    expect(findFile(files, '')?.key).toBe('/p/a')
    expect(findFile(files, 'gone')).toBeUndefined()
  })
})

describe('a diff that came as text', () => {
  it('is read into its parts', () => {
    const [hunk] = parseHunks('--- a\n+++ b\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n')
    expect(hunk).toMatchObject({ oldStart: 1, newStart: 1, lines: [' one', '-two', '+2'] })
  })

  it('is nothing where it is no diff', () => {
    expect(parseHunks('@@ what is this')).toEqual([])
  })
})
