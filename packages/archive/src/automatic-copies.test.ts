import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Archive } from './archive.ts'
import { DirectoryForTest } from './side/directory-for-test.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-06-01T12:00:00Z')
let directory: DirectoryForTest
let archive: Archive
let maxBytes: number | null
let nowMs: number

beforeEach(() => {
  directory = new DirectoryForTest()
  maxBytes = 1_000_000
  nowMs = NOW
})
afterEach(async () => {
  await archive.close()
  directory.remove()
})

const toId = (number: number) => `11111111-2222-4333-8444-${String(number).padStart(12, '0')}`
const toFile = (number: number) => `claude/projects/-p/${toId(number)}.jsonl`

/** A session that was last active so many days ago. */
function write(number: number, daysAgo: number, text = `Say ${number}`): void {
  const line = { type: 'user', uuid: toId(number), sessionId: toId(number), cwd: '/p', message: { content: text } }
  const path = directory.write(toFile(number), `${JSON.stringify(line)}\n`)
  const at = new Date(NOW - daysAgo * DAY_MS)
  utimesSync(path, at, at)
}

function open(): Archive {
  archive = new Archive({
    directories: [directory.path('claude')],
    data: directory.path('data'),
    mode: 'serve',
    isIndexing: false,
    workers: 1,
    follow: { rescanMs: 50, tellEveryMs: 1 },
    upkeep: {
      folder: directory.path('ours'),
      isHeld: async () => false,
      maxCopyBytes: () => maxBytes,
      now: () => nowMs,
    },
  })
  return archive
}

/** As the CLI's clean-up would. */
function cleanUp(...numbers: number[]): void {
  for (const number of numbers) {
    rmSync(directory.path(toFile(number)), { force: true })
    rmSync(directory.path(toFile(number).replace('.jsonl', '')), { recursive: true, force: true })
  }
}

describe('What the CLI will delete soon', () => {
  it('is copied before it does, with its agents, and stays in the list and in what is read', async () => {
    write(1, 20)
    write(2, 29)
    write(3, 3)
    directory.write(`claude/projects/-p/${toId(2)}/subagents/agent-a.jsonl`, '{"type":"user"}\n')
    open()
    expect((await archive.upkeep.run()).copied).toEqual([toId(2), toId(1)])
    expect(archive.upkeep.copies).toMatchObject({ uncovered: [], gone: [] })
    expect(archive.upkeep.copies.usedBytes).toBeGreaterThan(0)
    expect((await archive.upkeep.run()).copied).toEqual([])
    nowMs += 5 * DAY_MS
    cleanUp(2)
    await archive.settle()
    await archive.upkeep.run()
    expect(archive.findSession(toId(2))).toMatchObject({ title: 'Say 2', isKept: true, deletedFrom: null })
    expect(archive.upkeep.copies.gone).toMatchObject([{ sessionId: toId(2), title: 'Say 2', isKept: true }])
  })

  it('is none where the user lets it go, nor where the user keeps nothing at all', async () => {
    write(1, 29)
    maxBytes = null
    open()
    expect((await archive.upkeep.run()).copied).toEqual([])
    await archive.close()
    maxBytes = 1_000_000
    directory.write('claude/settings.json', '{"cleanupPeriodDays":0}')
    open()
    expect((await archive.upkeep.run()).copied).toEqual([])
  })

  it('is left out where it needs more room than the user gives, and that is said', async () => {
    write(1, 29, 'x'.repeat(10_000))
    write(2, 28)
    maxBytes = 5000
    open()
    expect((await archive.upkeep.run()).copied).toEqual([toId(2)])
    expect(archive.upkeep.copies.uncovered).toMatchObject([
      { sessionId: toId(1), why: 'no room', deletedFrom: '2026-06-02T12:00:00.000Z' },
    ])
    maxBytes = 1_000_000
    await archive.upkeep.run()
    expect(archive.upkeep.copies.uncovered).toEqual([])
    expect(archive.findSession(toId(1))?.isKept).toBe(true)
  })

  it('leaves no half copy where it cannot be copied, and says why; a link is nothing to copy', async () => {
    write(1, 29)
    directory.write('secret', '{"type":"user"}\n')
    symlinkSync(directory.path('secret'), directory.path(toFile(2)))
    directory.write(`claude/projects/-p/${toId(1)}/tool-results/a.txt`, 'beside')
    // A folder that is in the way of the transcript's copy, as a disk that is full would be.
    mkdirSync(directory.path(`ours/safe/projects/-p/${toId(1)}.jsonl.zst/x`), { recursive: true })
    open()
    expect((await archive.upkeep.run()).copied).toEqual([])
    expect(archive.upkeep.copies.uncovered).toMatchObject([{ sessionId: toId(1), why: 'failed' }])
    expect(existsSync(directory.path(`ours/safe/projects/-p/${toId(1)}`))).toBe(false)
    expect(archive.findSession(toId(1))?.isKept).toBe(false)
  })
})

describe('What the CLI has deleted without a copy', () => {
  it('is told with its title, once, also where it went while nobody looked', async () => {
    write(1, 29)
    write(2, 29)
    write(3, 3)
    maxBytes = null
    open()
    await archive.upkeep.run()
    await archive.close()
    nowMs += 5 * DAY_MS
    cleanUp(1, 2)
    open()
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone.map(({ title, isKept }) => [title, isKept])).toEqual([
      ['Say 1', false],
      ['Say 2', false],
    ])
    // One that is back has not gone.
    write(2, 1)
    await archive.settle()
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone.map(({ title }) => title)).toEqual(['Say 1'])
    archive.upkeep.confirmGone()
    await archive.close()
    open()
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone).toEqual([])
  })

  it('is not what somebody else has deleted before its day, nor what cannot be read at the moment', async () => {
    write(1, 3)
    write(2, 40)
    maxBytes = null
    open()
    await archive.upkeep.run()
    rmSync(directory.path(toFile(1)))
    await archive.settle()
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone).toEqual([])
    await archive.close()
    const [away, here] = [directory.path('away'), directory.path('claude')]
    rmSync(away, { recursive: true, force: true })
    const content = readFileSync(directory.path(toFile(2)))
    rmSync(here, { recursive: true })
    open()
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone).toEqual([])
    await archive.close()
    mkdirSync(directory.path('claude/projects/-p'), { recursive: true })
    writeFileSync(directory.path(toFile(2)), content)
    open()
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone).toEqual([])
  })
})

describe('A session of which only the copy is left', () => {
  it('is put back with a new time and all that belongs to it, and nothing is overwritten', async () => {
    write(1, 29)
    directory.write(`claude/projects/-p/${toId(1)}/subagents/agent-a.jsonl`, '{"type":"user"}\n')
    const text = readFileSync(directory.path(toFile(1)), 'utf8')
    open()
    await archive.upkeep.run()
    expect(await archive.upkeep.putBack(toId(1))).toBeNull()
    nowMs += 5 * DAY_MS
    cleanUp(1)
    await archive.settle()
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone).toHaveLength(1)
    const agent = directory.write(`claude/projects/-p/${toId(1)}/subagents/agent-a.jsonl`, 'newer')
    expect(await archive.upkeep.putBack(toId(1))).toBeNull()
    expect(readFileSync(directory.path(toFile(1)), 'utf8')).toBe(text)
    expect(readFileSync(agent, 'utf8')).toBe('newer')
    expect(Date.now() - statSync(directory.path(toFile(1))).mtimeMs).toBeLessThan(DAY_MS)
    expect(archive.findSession(toId(1))).toMatchObject({ directory: directory.path('claude'), isKept: true })
    await archive.upkeep.run()
    expect(archive.upkeep.copies.gone).toEqual([])
    expect(readdirSync(directory.path('claude/projects/-p')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('is not put back behind a link that leads elsewhere', async () => {
    write(1, 29)
    open()
    await archive.upkeep.run()
    cleanUp(1)
    await archive.settle()
    await archive.upkeep.run()
    rmSync(directory.path('claude/projects/-p'), { recursive: true })
    mkdirSync(directory.path('elsewhere'))
    symlinkSync(directory.path('elsewhere'), directory.path('claude/projects/-p'))
    expect(await archive.upkeep.putBack(toId(1))).toMatchObject({ kind: 'refused' })
    expect(readdirSync(directory.path('elsewhere'))).toEqual([])
  })
})
