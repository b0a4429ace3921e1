import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listInside, openInside, readInside } from './safe-open.ts'

let folder: string
let root: string
const socket = createServer()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safe-open-'))
  root = join(folder, 'root')
  mkdirSync(join(root, 'inner'), { recursive: true })
  mkdirSync(join(folder, 'root-sibling'))
  writeFileSync(join(root, 'plain.txt'), 'plain')
  writeFileSync(join(root, 'inner', 'deep.txt'), 'deep')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'root-sibling', 'secret.txt'), 'secret')
  symlinkSync(join(folder, 'secret.txt'), join(root, 'out.txt'))
  symlinkSync(join(folder, 'root-sibling'), join(root, 'out-folder'))
  symlinkSync('plain.txt', join(root, 'in.txt'))
  symlinkSync('round', join(root, 'round'))
  symlinkSync('/dev/zero', join(root, 'zero'))
  symlinkSync(root, join(folder, 'link-to-root'))
  execFileSync('mkfifo', [join(root, 'fifo')])
  await new Promise<void>((resolve) => socket.listen(join(root, 'socket'), resolve))
})

afterAll(() => {
  socket.close()
  rmSync(folder, { recursive: true, force: true })
})

function read(path: string, from = root): string {
  const bytes = readInside(from, path)
  return Buffer.isBuffer(bytes) ? bytes.toString() : bytes.kind
}

describe('openInside', () => {
  it.each([
    ['plain.txt', 'plain'],
    ['inner/deep.txt', 'deep'],
    ['in.txt', 'plain'],
    ['./inner/../plain.txt', 'refused'],
    ['../secret.txt', 'refused'],
    ['../root-sibling/secret.txt', 'refused'],
    ['out.txt', 'refused'],
    ['out-folder/secret.txt', 'refused'],
    ['zero', 'refused'],
    ['round', 'refused'],
    ['fifo', 'refused'],
    ['socket', 'refused'],
    ['inner', 'refused'],
    ['', 'refused'],
    ['plain.txt\0', 'refused'],
    ['plain.txt/more', 'missing'],
    ['absent.txt', 'missing'],
    ['/etc/passwd', 'missing'],
  ])('reads %j as %s', (path, expected) => {
    expect(read(path)).toBe(expected)
  })

  it('takes a root that is a symlink itself', () => {
    expect(read('inner/deep.txt', join(folder, 'link-to-root'))).toBe('deep')
  })

  it('gives the facts of the file it opened', () => {
    const file = openInside(root, 'plain.txt')
    if (file.kind !== 'file') throw new Error(file.reason)
    closeSync(file.fd)
    expect(file.stats.size).toBe(5)
  })

  it('refuses what is larger than asked', () => {
    expect(readInside(root, 'plain.txt', 4)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('5') })
  })
})

describe('listInside', () => {
  it('lists files and folders, and neither symlinks nor what is no file', () => {
    const entries = listInside(root, '')
    expect(Array.isArray(entries) && entries.map((entry) => entry.name).sort()).toEqual(['inner', 'plain.txt'])
  })

  it('does not list what a symlink leads to outside', () => {
    expect(listInside(root, 'out-folder')).toMatchObject({ kind: 'refused' })
    expect(listInside(root, 'absent')).toMatchObject({ kind: 'missing' })
  })
})
