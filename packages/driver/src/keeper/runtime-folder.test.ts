import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toSocketPath } from './runtime-folder.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'run-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the address of a keeper', () => {
  it('is short, the same for a session, another for another, and in a private folder', () => {
    const before = process.umask(0)
    try {
      const path = toSocketPath(`/data/${'deep/'.repeat(50)}`, { XDG_RUNTIME_DIR: folder })
      expect(path).toBe(toSocketPath(`/data/${'deep/'.repeat(50)}`, { XDG_RUNTIME_DIR: folder }))
      expect(path).not.toBe(toSocketPath('/other', { XDG_RUNTIME_DIR: folder }))
      expect(dirname(path)).toBe(join(folder, 'quarterdeck'))
      expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    } finally {
      process.umask(before)
    }
  })

  it.each([
    ['is not there', { XDG_RUNTIME_DIR: '/no/such/folder' }],
    ['is no path', { XDG_RUNTIME_DIR: 'run' }],
    ['is not named', {}],
  ])('is in the temporary folder where the runtime folder %s', (_, env) => {
    expect(dirname(toSocketPath('/x', env))).toBe(join(tmpdir(), `quarterdeck-${process.getuid?.()}`))
  })

  it('is in the temporary folder where others may look into the runtime folder', () => {
    chmodSync(folder, 0o755)
    expect(toSocketPath('/x', { XDG_RUNTIME_DIR: folder })).not.toContain(folder)
  })

  it.each([
    ['others may look into', (path: string) => mkdirSync(path, { mode: 0o755 })],
    ['is a link to another', (path: string) => symlinkSync(tmpdir(), path)],
  ])('is refused in a folder of our name that %s', (_, make) => {
    make(join(folder, 'quarterdeck'))
    expect(() => toSocketPath('/x', { XDG_RUNTIME_DIR: folder })).toThrow(/not a private folder of yours/)
  })

  it('is refused where no socket can be', () => {
    const long = join(folder, 'x'.repeat(90))
    mkdirSync(long, { mode: 0o700 })
    expect(() => toSocketPath('/x', { XDG_RUNTIME_DIR: long })).toThrow(/too long for a socket/)
  })
})
