import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileFinder } from './file-finder.ts'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'finder-')))
  for (let folder = 0; folder < 100; folder++) {
    mkdirSync(join(root, `part-${folder}`))
    for (let file = 0; file < 20; file++) writeFileSync(join(root, `part-${folder}/file-${folder}-${file}.ts`), '')
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the file finder', () => {
  it('finds a file of many, and one that came a moment ago', async () => {
    const finder = new FileFinder()
    await expect.poll(async () => (await finder.find(root, 'file-42-7', 3)).paths[0]).toBe('part-42/file-42-7.ts')
    writeFileSync(join(root, 'brand-new.ts'), '')
    await expect
      .poll(async () => (await finder.find(root, 'brandnew', 3)).paths[0], { timeout: 20_000 })
      .toBe('brand-new.ts')
    expect((await finder.find(root, 'brandnew', 3)).isTruncated).toBe(false)
  })

  it('keeps what it knows of projects apart', async () => {
    const finder = new FileFinder()
    const other = join(root, 'part-1')
    await expect.poll(async () => (await finder.find(other, 'file', 100)).paths.length).toBe(20)
    await expect.poll(async () => (await finder.find(root, 'part-1/', 100)).paths.length).toBeGreaterThan(20)
  })
})
