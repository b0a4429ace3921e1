import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
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
  const save = (where: string, name: string, inside: string, note: (path: string) => void = () => undefined) =>
    saveUpload(where, name, Buffer.from('new'), { inside, note })

  it('is for its owner alone, and replaces nothing', async () => {
    const paths = [1, 2, 3].map(() => save(folder, 'a.txt', folder))
    expect((await Promise.all(paths)).map((path) => basename(path)).sort()).toEqual(['a-2.txt', 'a-3.txt', 'a.txt'])
    expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'a-2.txt'), 'utf8')).toBe('new')
  })

  it('goes through no link, and leaves nothing where it may not be', async () => {
    mkdirSync(join(folder, 'inside'))
    mkdirSync(join(folder, 'outside'))
    symlinkSync(join(folder, 'outside/x'), join(folder, 'inside/x'))
    expect(await save(join(folder, 'inside'), 'x', join(folder, 'inside'))).toBe(join(folder, 'inside/x-2'))
    symlinkSync(join(folder, 'outside'), join(folder, 'inside/way'))
    const refused = save(join(folder, 'inside/way'), 'y', join(folder, 'inside'))
    await expect(refused).rejects.toMatchObject({ code: 'not_allowed' })
    expect(readdirSync(join(folder, 'outside'))).toEqual([])
  })

  it('is written down before there is anything in it, and is not there where that fails', async () => {
    const noted: [string, number][] = []
    const path = await save(folder, 'a.txt', folder, (own) => noted.push([own, statSync(own).size]))
    expect(noted).toEqual([[path, 0]])
    expect(readFileSync(path, 'utf8')).toBe('new')
    const fail = () => {
      throw new ServerError('storage', 'It cannot be written down.')
    }
    await expect(save(folder, 'b.txt', folder, fail)).rejects.toMatchObject({ code: 'storage' })
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

  it('is refused where there is no room, with the reason', async () => {
    const refused = save(join(folder, 'nowhere'), 'x', folder)
    await expect(refused).rejects.toMatchObject({ code: 'storage', message: expect.stringContaining('nowhere') })
  })
})
