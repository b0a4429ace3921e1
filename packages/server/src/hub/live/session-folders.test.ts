import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toId } from '../archive-for-test.ts'
import { SessionFolders } from './session-folders.ts'

const [A, B] = [toId(1), toId(2)]

describe('the folders of sessions', () => {
  let data: string
  let folders: SessionFolders
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'quarterdeck-folders-'))
    folders = new SessionFolders(data)
  })
  afterEach(() => rmSync(data, { recursive: true }))

  const info = { sessionId: A, created: '2026-11-15T10:00:00.000Z', options: { cwd: '/project' } }

  it('lead to a session by every id it went by', () => {
    folders.write(info)
    folders.alias(B, A)
    folders.alias(A, A)
    expect(folders.read(A)).toEqual(info)
    expect(folders.read(B)).toEqual(info)
    expect([folders.has(B), folders.has(toId(3))]).toEqual([true, false])
  })

  it('are none of ours without a file that can be read, or by a name that is no id', () => {
    mkdirSync(folders.toPath(A), { recursive: true })
    writeFileSync(join(folders.toPath(A), 'session.json'), '{"options":')
    expect(folders.read(A)).toBeNull()
    expect([folders.read('../../..'), folders.has('..')]).toEqual([null, false])
    writeFileSync(join(folders.toPath(A), 'session.json'), JSON.stringify({ sameAs: '../../etc' }))
    expect(folders.read(A)).toBeNull()
  })

  it('have a keeper while its note or its claim is there', () => {
    folders.write(info)
    expect(folders.isKept(A)).toBe(false)
    writeFileSync(join(folders.toPath(A), 'keeper.lock'), '')
    expect(folders.isKept(A)).toBe(true)
  })

  it('put a log aside, which is not read again', () => {
    folders.write(info)
    writeFileSync(join(folders.toPath(A), 'log.ndjson'), 'log')
    folders.putLogAside(A)
    folders.putLogAside(A)
    expect(folders.list()).toEqual([A])
    expect(folders.lastWrittenMs(A)).not.toBeNull()
    folders.remove(A)
    expect(folders.lastWrittenMs(A)).toBeNull()
  })

  it('know all names of a session, read anew too, until each stands for itself', () => {
    folders.write(info)
    folders.alias(B, A)
    folders.alias(toId(3), A)
    for (const each of [folders, new SessionFolders(data)]) {
      for (const id of [A, B, toId(3)]) expect(each.idsOf(id)).toEqual([A, B, toId(3)])
      expect([A, B, toId(4)].map((id) => each.isAlias(id))).toEqual([false, true, false])
    }
    // One that is begun by itself is no other's name any more.
    folders.write({ ...info, sessionId: B })
    expect([folders.idsOf(A), folders.idsOf(B)]).toEqual([[A, toId(3)], [B]])
    folders.part(A)
    expect([folders.idsOf(A), folders.has(toId(3)), folders.has(B)]).toEqual([[A], false, true])
  })
})
