import type { FileVersion } from '@quarterdeck/archive'
import { describe, expect, it } from 'vitest'
import { chooseVersions } from './choose-versions.ts'

const version = (name: string, atMs: number, messageId = '', path = '/p/a.txt'): FileVersion => ({
  ...{ name, path, isAbsent: false, sha256: name, bytes: 1 },
  ...{ messageId, toolUseId: null, atMs },
})

const choose = (versions: FileVersion[], message = 'm2', atMs = 200) =>
  chooseVersions(versions, message, atMs).map(({ name }) => name)

describe('the files as they were when a prompt was sent', () => {
  it('are the copies that the CLI made for it, even if they were made a moment later', () => {
    const versions = [version('h@v1', 100, 'm1'), version('t@after', 150, 'm1'), version('h@v2', 201, 'm2')]
    expect(choose(versions)).toEqual(['h@v2'])
  })

  it('are the newest of before, where nothing was copied because nothing had changed', () => {
    expect(choose([version('h@v1', 100, 'm1'), version('t@after', 150, 'm1'), version('t@late', 300, 'm3')])).toEqual([
      't@after',
    ])
  })

  it('are what they were before they were touched, where that was only later', () => {
    expect(choose([version('h@v1', 300, 'm3'), version('t@after', 310, 'm3')])).toEqual(['h@v1'])
  })

  it('are chosen for each file by itself, and not where nobody knows which file it is', () => {
    const other = version('o@v1', 300, 'm3', '/p/b.txt')
    const nameless = { ...version('x@v1', 100), path: null }
    expect(choose([version('h@v1', 100, 'm1'), other, nameless])).toEqual(['h@v1', 'o@v1'])
  })
})
