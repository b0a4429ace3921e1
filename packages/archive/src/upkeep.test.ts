import { appendFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Archive } from './archive.ts'
import { DirectoryForTest } from './side/directory-for-test.ts'
import { openSafeCopy } from './side/safe-copies/read-safe-lines.ts'
import { toTranscriptLines } from './side/to-transcript-lines.ts'
import type { UpkeepReport } from './upkeep.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const TRANSCRIPT = `claude/projects/-p/${ID}.jsonl`
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
let directory: DirectoryForTest
let isHeld: boolean
let archive: Archive

beforeEach(() => {
  directory = new DirectoryForTest()
  isHeld = false
  const line = {
    type: 'user',
    uuid: '00000000-0000-4000-8000-000000000001',
    sessionId: ID,
    cwd: '/p',
    timestamp: '2026-01-01T00:00:00.000Z',
    message: { role: 'user', content: 'hello' },
  }
  directory.write(TRANSCRIPT, `${JSON.stringify(line)}\n`)
  directory.write(`claude/file-history/${ID}/0123456789abcdef@v1`, 'before')
  utimesSync(directory.path(TRANSCRIPT), LONG_AGO, LONG_AGO)
  archive = open()
})
afterEach(async () => {
  await archive.close()
  directory.remove()
})

function open(): Archive {
  return new Archive({
    directories: [directory.path('claude')],
    data: directory.path('data'),
    mode: 'serve',
    isIndexing: false,
    workers: 1,
    follow: { rescanMs: 50, tellEveryMs: 1 },
    upkeep: { folder: directory.path('ours'), isHeld: async () => isHeld, retryMs: 5, copyMs: 20 },
  })
}

const row = () => archive.findSession(ID)

/** The next report of which this is so. */
function nextReport(isIt: (report: UpkeepReport) => boolean): Promise<UpkeepReport> {
  return new Promise((resolve) => archive.upkeep.start((report) => isIt(report) && resolve(report)))
}

/** The next event of the archive that tells of the session in this way. */
function nextChange(kind: 'added' | 'changed' | 'removed'): Promise<void> {
  return new Promise((resolve) => {
    const stop = archive.follow((event) => {
      if (event.kind !== 'sessions' || !event[kind].includes(ID)) return
      stop()
      resolve()
    })
  })
}

describe('Titles, tags and archive marks', () => {
  it('are written at once, are in the list, and are told to who follows', async () => {
    const told = nextChange('changed')
    const outcome = await archive.upkeep.change(ID, { title: 'Named', tag: 'bug', isArchived: true })
    expect(outcome).toEqual({ kind: 'written' })
    expect(row()).toMatchObject({ title: 'Named', tag: 'bug', isArchived: true })
    await told
    await archive.upkeep.change(ID, { title: '', tag: '', isArchived: false })
    expect(row()).toMatchObject({ title: 'hello', tag: null, isArchived: false })
  })

  it('are in the list while they wait for another process, over a restart, and are written when it has gone', async () => {
    isHeld = true
    const before = readFileSync(directory.path(TRANSCRIPT))
    expect(await archive.upkeep.change(ID, { title: 'Named', isArchived: true })).toEqual({ kind: 'pending' })
    await archive.close()
    archive = open()
    expect(row()).toMatchObject({ title: 'Named', isArchived: true })
    expect((await archive.upkeep.run()).written).toEqual([])
    expect(readFileSync(directory.path(TRANSCRIPT))).toEqual(before)
    const written = nextReport((report) => report.written.length > 0)
    isHeld = false
    expect((await written).written.map(({ fact }) => fact.type).sort()).toEqual(['archived', 'title'])
    expect(archive.upkeep.pendingOf(ID)).toBeNull()
    expect(row()).toMatchObject({ title: 'Named', isArchived: true })
    expect(directory.readLines(TRANSCRIPT).at(-1)).toMatchObject({ customTitle: 'Named' })
  })

  it('leave the time of the session as it was, and its place and its day of deletion, also where they had to wait', async () => {
    const newer = ID.replace('1', '2')
    const line = { type: 'user', uuid: '00000000-0000-4000-8000-000000000002', sessionId: newer, cwd: '/p' }
    const message = { role: 'user', content: 'newer' }
    const path = directory.write(`claude/projects/-p/${newer}.jsonl`, `${JSON.stringify({ ...line, message })}\n`)
    utimesSync(path, new Date('2026-01-05'), new Date('2026-01-05'))
    await archive.settle()
    const { modified, deletedFrom } = row() ?? {}
    const listed = async () => (await archive.listSessions()).items.map(({ sessionId }) => sessionId)
    expect(await listed()).toEqual([newer, ID])
    const isAsItWas = async () => {
      await archive.settle()
      expect(statSync(directory.path(TRANSCRIPT)).mtimeMs).toBe(LONG_AGO.getTime())
      expect(row()).toMatchObject({ modified, deletedFrom })
      expect(await listed()).toEqual([newer, ID])
    }
    await archive.upkeep.change(ID, { title: 'Named', tag: 'bug', isArchived: true })
    expect(row()).toMatchObject({ title: 'Named', tag: 'bug', isArchived: true })
    await isAsItWas()
    isHeld = true
    await archive.upkeep.change(ID, { title: 'Named later' })
    isHeld = false
    expect((await archive.upkeep.run()).written).toHaveLength(1)
    expect(row()).toMatchObject({ title: 'Named later' })
    await isAsItWas()
    await archive.upkeep.keep(ID)
    await isAsItWas()
  })

  it('of a session that is not there are no titles', async () => {
    expect(await archive.upkeep.change('22222222-2222-4333-8444-555555555555', { title: 'x' })).toBeNull()
  })

  it('a process list that cannot be read is a problem, and no reason to write', async () => {
    await archive.close()
    const isUnknown = () => Promise.reject(new Error('no /proc'))
    archive = new Archive({
      directories: [directory.path('claude')],
      data: directory.path('data'),
      mode: 'count',
      upkeep: { folder: directory.path('ours'), isHeld: isUnknown },
    })
    await expect(archive.upkeep.change(ID, { title: 'x' })).rejects.toThrow('no /proc')
    expect((await archive.upkeep.run()).problems).toMatchObject([{ reason: expect.stringContaining('no /proc') }])
    expect(row()).toMatchObject({ title: 'x' })
    expect(directory.readLines(TRANSCRIPT)).toHaveLength(1)
  })
})

describe('A session that is kept', () => {
  it('says so, and when the CLI would delete it', async () => {
    expect(row()).toMatchObject({ isKept: false, deletedFrom: '2026-01-31T00:00:00.000Z' })
    expect(await archive.upkeep.keep(ID)).toMatchObject({ kind: 'kept', copied: 2 })
    expect(row()?.isKept).toBe(true)
    expect(await archive.upkeep.unkeep(ID)).toBeNull()
    expect(row()?.isKept).toBe(false)
    expect(await archive.upkeep.unkeep(ID)).toMatchObject({ kind: 'missing' })
  })

  it('is copied again when it has grown and rests', async () => {
    await archive.upkeep.keep(ID)
    appendFileSync(directory.path(TRANSCRIPT), '{"type":"tag","tag":"later"}\n')
    await archive.settle()
    expect((await archive.upkeep.run()).copied).toEqual([])
    utimesSync(directory.path(TRANSCRIPT), new Date('2026-01-02'), new Date('2026-01-02'))
    await archive.settle()
    expect((await archive.upkeep.run()).copied).toEqual([ID])
    const copy = openSafeCopy(archive.upkeep.safeFolder, `projects/-p/${ID}.jsonl.zst`)
    if ('kind' in copy) throw new Error(copy.reason)
    const lines = []
    for await (const line of toTranscriptLines(copy)) lines.push(line)
    expect(lines.at(-1)).toMatchObject({ tag: 'later' })
  })

  it('is copied again with a title that was given since, which has left its time alone', async () => {
    await archive.upkeep.keep(ID)
    await archive.upkeep.change(ID, { title: 'Named' })
    expect((await archive.upkeep.run()).copied).toEqual([ID])
    expect((await archive.upkeep.run()).copied).toEqual([])
  })

  it('comes back by itself when the CLI deletes it, with what stood beside it, and is not changed', async () => {
    await archive.upkeep.keep(ID)
    const back = nextChange('added')
    rmSync(directory.path(TRANSCRIPT))
    rmSync(directory.path(`claude/file-history/${ID}`), { recursive: true })
    await back
    expect(row()).toMatchObject({ title: 'hello', isKept: true, deletedFrom: null })
    expect(await archive.side.readFileVersion(ID, '0123456789abcdef@v1')).toMatchObject({ kind: 'content' })
    expect(await archive.upkeep.change(ID, { title: 'x' })).toMatchObject({ kind: 'refused' })
    const gone = nextChange('removed')
    await archive.upkeep.unkeep(ID)
    await gone
    expect(row()).toBeNull()
    expect(existsSync(directory.path(`data/unpacked/file-history/${ID}`))).toBe(false)
  })
})

it('An archive without upkeep writes nothing, and says so', async () => {
  await archive.close()
  archive = new Archive({ directories: [directory.path('claude')], data: directory.path('data'), mode: 'read' })
  expect(() => archive.upkeep).toThrow(expect.objectContaining({ code: 'wrong_mode' }))
  expect(() => archive.follow(() => undefined)).toThrow(expect.objectContaining({ code: 'wrong_mode' }))
  await expect(archive.readUsage({ by: 'day' })).rejects.toMatchObject({ code: 'wrong_mode' })
})
