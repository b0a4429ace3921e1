import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { HeldFolder } from '@quarterdeck/archive'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerError } from '../server-error.ts'
import { saveUpload } from './save-upload.ts'
import { TemporaryUploads } from './temporary-uploads.ts'
import { toFileName } from './to-file-name.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'uploads-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the name of a file that was sent', () => {
  it.each([
    ['shot.png', 'shot.png'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\x.exe', 'x.exe'],
    ['.bashrc', 'bashrc'],
    ['-rf', 'rf'],
    ['my shot (1).png', 'my-shot-1-.png'],
    ['bücher.txt', 'bücher.txt'],
    ['a\0b\nc', 'a-b-c'],
    ['', 'file'],
    ['...', 'file'],
    ['.png', 'png'],
    ['$(touch x).sh', 'touch-x-.sh'],
  ])('%j becomes %j', (name, expected) => {
    expect(toFileName(name)).toBe(expected)
  })

  it('has no more bytes than every file system takes', () => {
    const name = toFileName(`${'ü'.repeat(500)}.png`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120)
    expect(name.endsWith('ü.png')).toBe(true)
  })
})

describe('a file that was sent', () => {
  const save = async (where: string, name: string, note: (path: string) => void = () => undefined) => {
    const held = HeldFolder.open(where)
    return saveUpload(held, name, Buffer.from('new'), { note }).finally(() => held.close())
  }

  it('is for its owner alone, and replaces nothing', async () => {
    const paths = [1, 2, 3].map(() => save(folder, 'a.txt'))
    expect((await Promise.all(paths)).map((path) => basename(path)).sort()).toEqual(['a-2.txt', 'a-3.txt', 'a.txt'])
    expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'a-2.txt'), 'utf8')).toBe('new')
  })

  it('goes through no link, and leaves nothing where it may not be', async () => {
    mkdirSync(join(folder, 'inside'))
    mkdirSync(join(folder, 'outside'))
    symlinkSync(join(folder, 'outside/x'), join(folder, 'inside/x'))
    expect(await save(join(folder, 'inside'), 'x')).toBe(join(folder, 'inside/x-2'))
    symlinkSync(join(folder, 'outside'), join(folder, 'inside/way'))
    await expect(save(join(folder, 'inside/way'), 'y')).rejects.toThrow()
    mkdirSync(join(folder, 'outside/deep'))
    await expect(save(join(folder, 'inside/way/deep'), 'y')).rejects.toThrow('exchanged')
    expect(readdirSync(join(folder, 'outside'))).toEqual(['deep'])
  })

  it('stays in the folder it was sent to, whatever takes the place of that meanwhile', async () => {
    mkdirSync(join(folder, 'inside'))
    mkdirSync(join(folder, 'outside'))
    const held = HeldFolder.open(join(folder, 'inside'))
    renameSync(join(folder, 'inside'), join(folder, 'moved'))
    symlinkSync(join(folder, 'outside'), join(folder, 'inside'))
    // On macOS it is refused.
    await saveUpload(held, 'x', Buffer.from('new'), { note: () => undefined }).catch(() => undefined)
    held.close()
    expect(readdirSync(join(folder, 'outside'))).toEqual([])
  })

  it('is written down before there is anything in it, and is not there where that fails', async () => {
    const noted: [string, number][] = []
    const path = await save(folder, 'a.txt', (own) => noted.push([own, statSync(own).size]))
    expect(noted).toEqual([[path, 0]])
    expect(readFileSync(path, 'utf8')).toBe('new')
    const fail = () => {
      throw new ServerError('storage', 'It cannot be written down.')
    }
    await expect(save(folder, 'b.txt', fail)).rejects.toMatchObject({ code: 'storage' })
    const uploads = new TemporaryUploads(join(folder, 'kept'))
    await expect(uploads.save('c.txt', Buffer.from('new'), fail)).rejects.toMatchObject({ code: 'storage' })
    expect([readdirSync(folder), readdirSync(join(folder, 'kept'))]).toEqual([['a.txt', 'kept'], []])
  })

  it('that belongs to no project is kept for a week', async () => {
    const uploads = new TemporaryUploads(join(folder, 'kept'))
    const [old, young] = [
      await uploads.save('old.txt', Buffer.from('1'), () => undefined),
      await uploads.save('young.txt', Buffer.from('22'), () => undefined),
    ]
    expect(statSync(dirname(old)).mode & 0o777).toBe(0o700)
    const longAgo = Date.now() / 1000 - 8 * 24 * 3600
    utimesSync(dirname(old), longAgo, longAgo)
    expect(await uploads.sweep()).toBe(2)
    expect(readdirSync(join(folder, 'kept'))).toEqual([basename(dirname(young))])
  })

  it('gets another name where its own is not free', async () => {
    const held = HeldFolder.open(folder)
    const isFree = (path: string) => basename(path) !== 'CLAUDE.md'
    const saved = saveUpload(held, 'CLAUDE.md', Buffer.from('x'), { isFree, note: () => undefined })
    expect(await saved).toBe(join(folder, 'file-CLAUDE.md'))
    held.close()
  })
})
