import type { SessionRow } from '@quarterdeck/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestArchive, toId, toLine } from '../archive-for-test.ts'
import { type ListRequest, listRows } from './list-rows.ts'
import { toRecordedRow } from './session-row.ts'

const BEGINNING = 1_700_000_000
const NOTHING = { holder: null, mark: null, why: undefined }

describe('the list of sessions', () => {
  let stage: TestArchive
  let live: SessionRow[]
  beforeEach(() => {
    stage = new TestArchive()
    live = []
  })
  afterEach(() => stage.close())

  const record = (number: number, atSeconds = BEGINNING + number, more = {}) =>
    stage.write(toId(number), [toLine('user', toId(number, 2), more)], { atSeconds })

  const list = (request: ListRequest = {}) =>
    listRows(
      {
        archive: stage.archive,
        live,
        liveIds: new Set(live.map(({ sessionId }) => sessionId)),
        isShown: () => true,
        toRow: (summary) => toRecordedRow(summary, NOTHING),
      },
      request,
    )

  const addLive = (number: number, atSeconds: number, more: Partial<SessionRow> = {}) => {
    const [known] = [stage.archive.findSession(toId(number))]
    const row = known === null ? null : toRecordedRow(known, NOTHING)
    const modified = new Date(atSeconds * 1000).toISOString()
    const empty = { title: 'New', firstPrompt: null, projectPath: '/project', gitBranch: null, tag: null }
    live.push({
      ...empty,
      ...row,
      sessionId: toId(number),
      modified,
      live: true,
      status: 'idle',
      ...more,
    } as SessionRow)
  }

  const walk = async (limit: number, between: (page: number) => void = () => undefined) => {
    const found: string[] = []
    let cursor: string | undefined
    for (let page = 1; ; page++) {
      const { items, nextCursor } = await list({ limit, ...(cursor !== undefined && { cursor }) })
      expect(items.length).toBeLessThanOrEqual(limit)
      found.push(...items.map(({ sessionId }) => sessionId))
      if (nextCursor === null) return found
      cursor = nextCursor
      between(page)
    }
  }

  it('is one, newest first, and a session that is in both stands in it once', async () => {
    for (const number of [1, 2, 3, 4]) record(number)
    addLive(1, BEGINNING + 100)
    addLive(9, BEGINNING + 3.5)
    const { items, nextCursor } = await list()
    expect(items.map(({ sessionId }) => sessionId)).toEqual([1, 4, 9, 3, 2].map((number) => toId(number)))
    expect(items.map(({ live: isLive }) => isLive)).toEqual([true, false, true, false, false])
    expect(nextCursor).toBeNull()
  })

  it.each([1, 2, 3, 7, 20])('is the same in pages of %i, whatever the two are made of', async (limit) => {
    for (let number = 1; number <= 12; number++) record(number)
    // Written in the same moment, and in the same millisecond.
    for (let number = 13; number <= 18; number++) record(number, BEGINNING + 50 + number * 0.0001)
    for (const [number, at] of [
      [30, 100],
      [31, 8.5],
      [32, 8.5],
      [33, 0.5],
      [3, 51],
    ] as const)
      addLive(number, BEGINNING + at)
    const whole = (await list({ limit: 100 })).items.map(({ sessionId }) => sessionId)
    expect(whole).toHaveLength(22)
    expect(await walk(limit)).toEqual(whole)
  })

  it('leaves nothing out and shows nothing twice that was not touched while it was paged', async () => {
    for (let number = 1; number <= 12; number++) record(number)
    addLive(20, BEGINNING + 6.5)
    const found = await walk(3, (page) => record(40 + page, BEGINNING + 1000 + page))
    expect(found).toEqual([12, 11, 10, 9, 8, 7, 20, 6, 5, 4, 3, 2, 1].map((number) => toId(number)))
  })

  it('is filtered by project, branch, tag, status and words, in both', async () => {
    record(1, BEGINNING + 1, { cwd: '/other' })
    record(2, BEGINNING + 2, { gitBranch: 'feature' })
    stage.write(toId(3), [toLine('user', toId(3, 2)), { type: 'tag', tag: 'blue' }], { atSeconds: BEGINNING + 3 })
    addLive(4, BEGINNING + 4, { projectPath: '/other', gitBranch: 'feature', tag: 'blue', title: 'Find Me' })
    const ids = async (request: ListRequest) => (await list(request)).items.map(({ sessionId }) => sessionId)
    expect(await ids({ project: '/other' })).toEqual([toId(4), toId(1)])
    expect(await ids({ branch: 'feature' })).toEqual([toId(4), toId(2)])
    expect(await ids({ tag: 'blue' })).toEqual([toId(4), toId(3)])
    expect(await ids({ status: 'idle' })).toEqual([toId(4)])
    expect(await ids({ status: 'disconnected', limit: 2 })).toEqual([toId(3), toId(2)])
    expect(await ids({ q: 'find me' })).toEqual([toId(4)])
    expect(await ids({ q: `PROMPT ${toId(2, 2)}` })).toEqual([toId(2)])
  })

  it('refuses what is no cursor', async () => {
    record(1)
    await expect(list({ cursor: 'nonsense' })).rejects.toThrow("'nonsense' is no cursor")
    await expect(list({ cursor: 'nonsense~' })).rejects.toThrow('nonsense')
  })
})
