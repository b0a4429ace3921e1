import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCrowdedFolders } from './rooms.ts'

describe('findCrowdedFolders', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-rooms-'))
    mkdirSync(join(folder, 'packages/web/src/deep'), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function fill(count: number, ending: string): void {
    for (let index = 0; index < count; index++)
      writeFileSync(join(folder, `packages/web/src/deep/f${index}${ending}`), '')
  }

  it('names a folder with more than thirty files, tests and styles counted', () => {
    fill(20, '.ts')
    fill(10, '.test.ts')
    expect(findCrowdedFolders(folder)).toEqual([])
    fill(1, '.css')
    expect(findCrowdedFolders(folder)).toEqual([expect.stringContaining('packages/web/src/deep holds 31 files')])
  })
})
