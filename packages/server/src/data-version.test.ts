import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isMarked, MIGRATIONS, type Migration, migrateData } from './data-version.ts'

describe('the version of the data directory', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-version-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const version = () => JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8')).version
  const done: number[] = []
  const list = (...to: number[]): Migration[] => to.map((each) => ({ to: each, run: () => void done.push(each) }))
  beforeEach(() => {
    done.length = 0
  })

  it('is the newest in a new folder, where nothing is to be done', () => {
    migrateData(folder, list(1, 2, 3))
    expect(version()).toBe(3)
    expect(done).toEqual([])
  })

  it('goes up step by step, once, from what was there before versions were', () => {
    writeFileSync(join(folder, 'trusted-folders.json'), '[]')
    migrateData(folder, list(1, 2))
    migrateData(folder, list(1, 2))
    expect(done).toEqual([1, 2])
    migrateData(folder, list(1, 2, 3))
    expect(done).toEqual([1, 2, 3])
    expect(version()).toBe(3)
  })

  it('names the product, in a folder of an older version too', () => {
    writeFileSync(join(folder, 'version.json'), '{"version":2}')
    expect(isMarked(folder)).toBe(false)
    migrateData(folder, list(1, 2))
    expect([isMarked(folder), version(), done]).toEqual([true, 2, []])
  })

  it('stays where a step failed, so that it is taken again', () => {
    writeFileSync(join(folder, 'version.json'), '{"version":1}')
    const failing = [
      ...list(1, 2),
      {
        to: 3,
        run: () => {
          throw new Error('disk full')
        },
      },
    ]
    expect(() => migrateData(folder, failing)).toThrow('disk full')
    expect(version()).toBe(2)
  })

  it('is refused where it is newer than we know, or is none', () => {
    writeFileSync(join(folder, 'version.json'), '{"version":4}')
    expect(() => migrateData(folder, list(1, 2, 3))).toThrow(/newer Quarterdeck \(its version is 4, this one knows 3\)/)
    for (const text of ['', 'null', '{}', '{"version":"2"}', '{"version":1.5}']) {
      writeFileSync(join(folder, 'version.json'), text)
      expect(() => migrateData(folder, list(1))).toThrow('does not say which version')
    }
    expect(done).toEqual([])
  })

  it('counts up in the real list', () => {
    expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map((_, at) => at + 1))
    migrateData(folder)
    expect(existsSync(join(folder, 'version.json'))).toBe(true)
  })
})
