import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { toSha256 } from '../file-history/file-version.ts'
import { type RestoreAsked, restoreFile } from './restore-file.ts'

let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
  directory.write('project/a.txt', 'now\n')
})
afterEach(() => directory.remove())

const restore = (asked: Partial<RestoreAsked>) =>
  restoreFile({ project: directory.path('project'), path: 'a.txt', content: Buffer.from('then\n'), ...asked })

describe('restoreFile', () => {
  it('shows what it would do, and does it when that is still so', () => {
    const dry = restore({ isDryRun: true })
    expect(dry).toMatchObject({ kind: 'would-restore', currentSha256: toSha256('now\n') })
    expect('diff' in dry && dry.diff.kind === 'diff' && dry.diff.patch).toContain('-now\n+then\n')
    expect(directory.read('project/a.txt')).toBe('now\n')
    expect(restore({ knownSha256: toSha256('now\n') })).toMatchObject({ kind: 'restored' })
    expect(directory.read('project/a.txt')).toBe('then\n')
    expect(readdirSync(directory.path('project'))).toEqual(['a.txt'])
  })

  it('does nothing to a file that changed meanwhile, unless it is told to', () => {
    expect(restore({ knownSha256: toSha256('before\n') })).toMatchObject({
      kind: 'changed',
      currentSha256: toSha256('now\n'),
    })
    expect(restore({})).toMatchObject({ kind: 'changed' })
    expect(restore({ knownSha256: null, isDryRun: true })).toMatchObject({ kind: 'changed' })
    expect(directory.read('project/a.txt')).toBe('now\n')
    expect(restore({ isForced: true })).toMatchObject({ kind: 'restored' })
    expect(directory.read('project/a.txt')).toBe('then\n')
  })

  it('takes away a file that was not there, and brings back one that is gone', () => {
    expect(restore({ content: null, knownSha256: toSha256('now\n') })).toMatchObject({ kind: 'restored' })
    expect(existsSync(directory.path('project/a.txt'))).toBe(false)
    expect(restore({ path: 'deep/er/b.txt', knownSha256: null })).toMatchObject({ kind: 'restored' })
    expect(directory.read('project/deep/er/b.txt')).toBe('then\n')
  })

  it('keeps the mode of the file, and takes an absolute path', () => {
    const path = directory.write('project/run.sh', 'x')
    chmodSync(path, 0o755)
    expect(restore({ path, isForced: true })).toMatchObject({ kind: 'restored', path })
    expect(statSync(path).mode & 0o777).toBe(0o755)
  })

  it('touches nothing outside the project, by any way', () => {
    directory.write('secret.txt', 'secret\n')
    directory.write('projectile/x.txt', 'sibling\n')
    symlinkSync(directory.root, directory.path('project/up'))
    symlinkSync(directory.path('secret.txt'), directory.path('project/link.txt'))
    mkdirSync(directory.path('project/.git/hooks'), { recursive: true })
    mkdirSync(directory.path('project/folder'))
    const paths = [
      '../secret.txt',
      '/etc/passwd',
      'up/secret.txt',
      'up/new/file.txt',
      'link.txt',
      '.',
      '',
      'a\0b',
      '.git/hooks/pre-commit',
      '.GIT/hooks/pre-commit',
      'folder',
      directory.path('projectile/x.txt'),
      directory.path('secret.txt'),
    ]
    for (const path of paths)
      expect(restore({ path, isForced: true }), JSON.stringify(path)).toMatchObject({ kind: 'refused' })
    expect(directory.read('secret.txt')).toBe('secret\n')
    expect(directory.read('projectile/x.txt')).toBe('sibling\n')
    expect(existsSync(directory.path('new'))).toBe(false)
  })

  it('follows a link that stays inside the project', () => {
    mkdirSync(directory.path('project/real'))
    symlinkSync(directory.path('project/real'), directory.path('project/alias'))
    expect(restore({ path: 'alias/b.txt', knownSha256: null })).toMatchObject({
      path: directory.path('project/real/b.txt'),
    })
  })

  it('asks before it reads, about the name and about where it leads, and leaves a file with a second name alone', () => {
    mkdirSync(directory.path('project/real'))
    symlinkSync(directory.path('project/real'), directory.path('project/alias'))
    directory.write('project/real/b.txt', 'now\n')
    const asked: string[] = []
    const refuse = (path: string) => {
      asked.push(path)
      return path.includes('/real/') ? 'is not for you' : null
    }
    for (const isDryRun of [true, false])
      expect(restore({ path: 'alias/b.txt', isForced: true, isDryRun, refuse })).toEqual({
        kind: 'refused',
        reason: 'alias/b.txt is not for you',
      })
    expect(asked.slice(0, 2)).toEqual([directory.path('project/alias/b.txt'), directory.path('project/real/b.txt')])
    linkSync(directory.path('project/real/b.txt'), directory.path('project/second.txt'))
    const second = restore({ path: 'second.txt', isDryRun: true, refuse: () => null })
    expect(second).toEqual({ kind: 'refused', reason: expect.stringContaining('a second name') })
    expect(directory.read('project/real/b.txt')).toBe('now\n')
  })

  it('makes a new file only where nothing is', () => {
    const refused = restore({ isNew: true, isForced: true })
    expect(refused).toEqual({ kind: 'refused', reason: expect.stringContaining('is there already') })
    expect(directory.read('project/a.txt')).toBe('now\n')
    symlinkSync(directory.path('none'), directory.path('project/dangling'))
    expect(restore({ path: 'dangling', isNew: true, knownSha256: null })).toMatchObject({ kind: 'refused' })
    expect(restore({ path: 'b.txt', isNew: true, knownSha256: null })).toMatchObject({ kind: 'restored' })
    expect(directory.read('project/b.txt')).toBe('then\n')
    expect(readdirSync(directory.path('project')).sort()).toEqual(['a.txt', 'b.txt', 'dangling'])
  })

  it('says that there is no such project', () => {
    expect(restore({ project: directory.path('none'), isForced: true })).toMatchObject({ kind: 'refused' })
  })
})
