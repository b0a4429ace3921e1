import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listFolders } from './list-folders.ts'
import { createRoots } from './roots.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'roots-')))
  for (const path of ['home/a/.git', 'home/b10', 'home/b9', 'home/.hidden', 'home-too', 'elsewhere/project'])
    mkdirSync(join(folder, path), { recursive: true })
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'home/out'))
  symlinkSync(join(folder, 'home/a'), join(folder, 'home/in'))
  writeFileSync(join(folder, 'home/file'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (path: string) => join(folder, path)

const classify = () => ({ kind: 'ordinary' as const })

describe('folders that may be looked into', () => {
  it('are those below the home folder, and known projects', async () => {
    const roots = createRoots({
      classify,
      named: [],
      home: at('home'),
      known: () => [at('elsewhere/project'), at('gone')],
    })
    expect(await roots.resolve(at('home/a'))).toBe(at('home/a'))
    expect(await roots.resolve(at('home/in'))).toBe(at('home/a'))
    expect(await roots.resolve(at('elsewhere/project'))).toBe(at('elsewhere/project'))
    for (const path of ['elsewhere', 'home/out', 'home-too', 'home/../elsewhere', 'nowhere'])
      await expect(roots.resolve(at(path))).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(roots.resolve(at('home/none'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(roots.resolve(at('home/file'))).rejects.toMatchObject({ code: 'bad_request' })
    await expect(roots.resolve(`${at('home')}\0`)).rejects.toMatchObject({ name: 'ServerError' })
  })

  it('are only the named ones where some are named', async () => {
    const roots = createRoots({
      classify,
      named: [at('home/a')],
      home: at('home'),
      known: () => [at('elsewhere/project')],
    })
    expect(await roots.list()).toEqual([at('home/a')])
    await expect(roots.resolve(at('home'))).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(roots.resolve(at('elsewhere/project'))).rejects.toMatchObject({ code: 'not_allowed' })
  })

  it('are listed by name, links among them that stay inside', async () => {
    const names = async (withHidden: boolean) =>
      (await listFolders(at('home'), [at('home')], withHidden)).map(({ name }) => name)
    expect(await names(false)).toEqual(['a', 'b9', 'b10', 'in'])
    expect(await names(true)).toEqual(['.hidden', 'a', 'b9', 'b10', 'in'])
    expect((await listFolders(at('home'), [at('home')], false))[0]).toEqual({
      name: 'a',
      path: at('home/a'),
      isProject: true,
    })
  })
})
