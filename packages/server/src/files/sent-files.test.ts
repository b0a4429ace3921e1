import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SentFiles } from './sent-files.ts'

let folder: string
let path: string
let files: SentFiles
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sent-')))
  mkdirSync(join(folder, 'inner'))
  path = join(folder, 'inner', 'a.csv')
  files = new SentFiles()
  writeFileSync(path, 'one')
  files.note(path, Buffer.from('one'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const nothing = () => undefined

describe('what was sent', () => {
  it('can be taken back once', async () => {
    await files.takeBack(path, nothing)
    expect(existsSync(path)).toBe(false)
    await expect(files.takeBack(path, nothing)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('stays where it was changed, or is no file that was sent', async () => {
    writeFileSync(path, 'two')
    await expect(files.takeBack(path, nothing)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    const other = join(folder, 'own.txt')
    writeFileSync(other, 'one')
    await expect(files.takeBack(other, nothing)).rejects.toMatchObject({ code: 'not_found' })
    expect([path, other].map((each) => existsSync(each))).toEqual([true, true])
  })

  it('is not looked for behind a link, at its end or on the way', async () => {
    const elsewhere = join(folder, 'elsewhere')
    renameSync(join(folder, 'inner'), elsewhere)
    symlinkSync(elsewhere, join(folder, 'inner'))
    await expect(files.takeBack(path, nothing)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(existsSync(join(elsewhere, 'a.csv'))).toBe(true)
    rmSync(join(folder, 'inner'))
    mkdirSync(join(folder, 'inner'))
    symlinkSync(join(elsewhere, 'a.csv'), path)
    await expect(files.takeBack(path, nothing)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(existsSync(join(elsewhere, 'a.csv'))).toBe(true)
  })

  it('stays where something else stands in its place, which is not even read', async () => {
    rmSync(path)
    execFileSync('mkfifo', [path])
    await expect(files.takeBack(path, nothing)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(existsSync(path)).toBe(true)
  })

  it('stays where nobody can write down who took it back; what is gone already is no error', async () => {
    const full = () => {
      throw new Error('no room')
    }
    await expect(files.takeBack(path, full)).rejects.toThrow('no room')
    expect(existsSync(path)).toBe(true)
    rmSync(path)
    await files.takeBack(path, nothing)
  })

  it('can be taken back again where it could not be removed, which is told and written down', async () => {
    const noted: string[] = []
    const exchange = (event: string) => {
      noted.push(event)
      if (event === 'failed') return
      rmSync(path)
      mkdirSync(path)
    }
    await expect(files.takeBack(path, exchange)).rejects.toMatchObject({ code: 'storage' })
    expect(noted).toEqual(['wanted', 'failed'])
    rmSync(path, { recursive: true })
    writeFileSync(path, 'one')
    await files.takeBack(path, nothing)
    expect(existsSync(path)).toBe(false)
  })

  it('is remembered a thousand times at most', async () => {
    for (let count = 0; count < 1000; count++) files.note(`/sent/${count}`, Buffer.from('x'))
    await expect(files.takeBack(path, nothing)).rejects.toMatchObject({ code: 'not_found' })
  })
})
