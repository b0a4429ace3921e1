import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestArchive, toId, toLine } from '../archive-for-test.ts'
import { findCleared } from './find-cleared.ts'
import { SessionFolders } from './session-folders.ts'

const [A, B, C] = [toId(1), toId(2), toId(3)]
const BEGINNING = 1_700_000_000

describe('a session that was cleared', () => {
  let stage: TestArchive
  let folders: SessionFolders
  beforeEach(() => {
    stage = new TestArchive()
    folders = new SessionFolders(stage.folder)
    folders.write({ sessionId: A, created: '2026-11-15T10:00:00.000Z', options: { cwd: '/project' } })
    writeFileSync(join(folders.toPath(A), 'log.ndjson'), 'log')
  })
  afterEach(() => stage.close())

  const write = (id: string, atSeconds: number) =>
    stage.write(id, [toLine('user', `${id}-${atSeconds}`)], { atSeconds })
  const find = (id: string) => findCleared(id, { archive: stage.archive, folders })

  it('is what its newest transcript says, under its first id, by each of them', () => {
    write(A, BEGINNING)
    expect(find(A)).toBeNull()
    folders.alias(B, A)
    // Nothing was asked in it since.
    expect(find(A)).toBeNull()
    write(B, BEGINNING + 10)
    folders.alias(C, A)
    for (const id of [A, B, C])
      expect(find(id)).toMatchObject({ sessionId: A, ids: [A, B, C], summary: { sessionId: B } })
    write(C, BEGINNING + 20)
    expect(find(A)).toMatchObject({ summary: { sessionId: C } })
  })

  it('is two when somebody went on with what was before, and when its log is gone', () => {
    folders.alias(B, A)
    write(A, BEGINNING)
    write(B, BEGINNING + 10)
    write(A, BEGINNING + 20)
    expect([find(A), find(B)]).toEqual([null, null])
    write(B, BEGINNING + 30)
    expect(find(A)).not.toBeNull()
    folders.putLogAside(A)
    expect([find(A), find(B)]).toEqual([null, null])
  })
})
