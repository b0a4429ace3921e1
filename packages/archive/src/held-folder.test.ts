import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HeldFolder } from './held-folder.ts'

describe('a folder that is held', () => {
  let root: string
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'held-')))
    mkdirSync(join(root, 'inside'))
    mkdirSync(join(root, 'outside'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('is made with all that it stands in, for its owner alone', () => {
    const folder = HeldFolder.make(join(root, 'inside/a/b'), 0o700)
    writeFileSync(folder.at('x'), 'x')
    folder.close()
    expect(readdirSync(join(root, 'inside/a/b'))).toEqual(['x'])
    expect(['inside/a', 'inside/a/b'].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700])
  })

  it('is none where it, or a folder on the way, is a link, a file or missing', () => {
    mkdirSync(join(root, 'outside/deep'))
    symlinkSync(join(root, 'outside'), join(root, 'inside/link'))
    writeFileSync(join(root, 'inside/file'), '')
    for (const path of ['inside/link', 'inside/link/deep', 'inside/link/new', 'inside/file', 'inside/file/new'])
      expect(() => HeldFolder.make(join(root, path)), path).toThrow()
    expect(() => HeldFolder.open(join(root, 'inside/none'))).toThrow()
    expect(readdirSync(join(root, 'outside'))).toEqual(['deep'])
  })

  it('is the same folder still when a link has come into its place', () => {
    const folder = HeldFolder.open(join(root, 'inside'))
    renameSync(join(root, 'inside'), join(root, 'moved'))
    symlinkSync(join(root, 'outside'), join(root, 'inside'))
    try {
      writeFileSync(folder.at('x'), 'x')
    } catch (error) {
      // Where there is no descriptor to go by, it is told.
      expect((error as Error).message).toContain('exchanged')
    }
    folder.close()
    expect(readdirSync(join(root, 'outside'))).toEqual([])
  })

  it('takes names, and no paths', () => {
    const folder = HeldFolder.open(join(root, 'inside'))
    for (const name of ['', '.', '..', '../x', 'a/b', 'a\0']) expect(() => folder.at(name), name).toThrow('is no name')
    folder.close()
  })
})
