import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Archive, type ArchiveOptions } from '@quarterdeck/archive'
import { type Oracle, writeDataDirectory } from '@quarterdeck/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let folder: string
let original: string
let oracle: Oracle
let root: string
let data: string
const opened: Archive[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'index-'))
  original = join(folder, 'original')
  oracle = await writeDataDirectory(original, { seed: 5, sessions: 12, projects: 2, bytes: 1_200_000 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  root = mkdtempSync(join(folder, 'claude-'))
  data = mkdtempSync(join(folder, 'data-'))
  cpSync(original, root, { recursive: true, preserveTimestamps: true })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((archive) => archive.close()))
})

function open(more: Partial<ArchiveOptions> = {}): Archive {
  const archive = new Archive({ directories: [root], data, mode: 'count', workers: 1, ...more })
  opened.push(archive)
  return archive
}

const totalsOf = async (archive: Archive) => (await archive.readUsage({ by: 'day' })).totals
const expectAll = async (archive: Archive) => {
  expect(await totalsOf(archive)).toMatchObject({
    messages: oracle.usage.total.messages,
    outputTokens: oracle.usage.total.outputTokens,
  })
  for (const { kind, query, hits } of oracle.needles) {
    const found = await archive.search({ text: kind === 'phrase' ? `"${query}"` : query })
    expect(found.hits.map(({ uuid }) => uuid).sort(), query).toEqual(hits.map(({ uuid }) => uuid).sort())
  }
}
/** Sums of money depend on the order in which they were added up. */
const round = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'costUsd' ? part.toFixed(9) : part)))
const database = () => join(data, 'archive.sqlite')

describe('The index', () => {
  it('says the same before the first count is stored and after it', async () => {
    // What tools did is told when it is stored.
    const by = ['day', 'model', 'session'] as const
    const read = (archive: Archive) => Promise.all(by.map((one) => archive.readUsage({ by: one, timeZone: 'UTC' })))
    const counting = open({ workers: 2 })
    const other = new DatabaseSync(database())
    other.exec('BEGIN IMMEDIATE')
    const first = await read(counting)
    const sessions = await counting.listSessions({ withHidden: true })
    expect(other.prepare('SELECT count(*) AS files FROM files').get()?.files).toBe(0)
    other.exec('COMMIT')
    other.close()
    await Promise.all(opened.splice(0).map((archive) => archive.close()))
    const again = open()
    expect(round(first)).toEqual(round(await read(again)))
    const costs = ({ items }: typeof sessions) =>
      items.map(({ sessionId, costUsd }) => [sessionId, costUsd?.toFixed(9)])
    expect(costs(sessions)).toEqual(costs(await again.listSessions({ withHidden: true })))
  })

  it('is kept from one start to the next, for its owner alone', async () => {
    await open().settle()
    await Promise.all(opened.splice(0).map((archive) => archive.close()))
    expect(execFileSync('stat', ['-c', '%a', database()]).toString().trim()).toBe('600')
    const again = open({ mode: 'read' })
    const { items } = await again.listSessions()
    expect(items.every(({ messageCount }) => messageCount !== null)).toBe(true)
    expect((await again.search({ text: 'zqaaaora' })).unindexedFiles).toBe(0)
  })

  it('loses nothing when it is deleted', async () => {
    await open().settle()
    await opened.pop()?.close()
    rmSync(data, { recursive: true })
    const archive = open()
    await archive.settle()
    await expectAll(archive)
  })

  it('is made anew when its version is another one', async () => {
    await open().settle()
    await opened.pop()?.close()
    const file = new DatabaseSync(database())
    file.exec("UPDATE meta SET value = '0 1999-01-01' WHERE key = 'version'; DELETE FROM usage; DELETE FROM words")
    file.close()
    const archive = open()
    await archive.settle()
    await expectAll(archive)
  })

  it('is set aside and made anew when it is no database', async () => {
    writeFileSync(database(), 'no database at all, but long enough to be one'.repeat(200))
    const archive = open()
    await archive.settle()
    await expectAll(archive)
    expect(existsSync(`${database()}.damaged`)).toBe(true)
  })

  it('is set aside and made anew when it turns out to be damaged', async () => {
    await open().settle()
    await opened.pop()?.close()
    const bytes = readFileSync(database())
    // The first page tells that it is a database of ours; everything behind it is noise.
    bytes.fill(0xab, 3 * 4096)
    writeFileSync(database(), bytes)
    const [session] = oracle.sessions
    appendFileSync(join(root, session?.file ?? ''), '{"type":"tag","tag":"new","sessionId":"x"}\n')
    const archive = open()
    await archive.settle()
    expect(archive.progress?.state).toBe('ready')
    await expectAll(archive)
  })

  it('counts what is written later, and only that', async () => {
    const session = oracle.sessions.find(({ counts }) => counts.prompts > 3) as Oracle['sessions'][number]
    const path = join(root, session.file)
    const whole = readFileSync(path)
    // In the middle of a line, and of a message that goes on behind it.
    for (const share of [0.31, 0.52, 0.53, 0.9]) {
      const size = Math.floor(whole.length * share)
      truncateSync(path, Math.min(size, readFileSync(path).length))
      writeFileSync(path, whole.subarray(0, size))
      await open().settle()
      await opened.pop()?.close()
    }
    writeFileSync(path, whole)
    const archive = open()
    await archive.settle()
    await expectAll(archive)
    expect(archive.findSession(session.id)?.promptCount).toBe(session.counts.prompts)
  })

  it('forgets what is gone, and counts in its copies what it had shared with them', async () => {
    const copy = oracle.sessions.find(({ copyOf }) => copyOf !== null)
    const origin = oracle.sessions.find(({ id }) => id === copy?.copyOf?.sessionId)
    const archive = open()
    await archive.settle()
    rmSync(join(root, origin?.file ?? 'none'))
    await archive.settle()
    const report = await archive.readUsage({ by: 'session' })
    expect(report.items.some(({ key }) => key === origin?.id)).toBe(false)
    const own = report.items.find(({ key }) => key === copy?.id)
    expect(own?.outputTokens).toBe(copy?.usage.outputTokens)
    const { hits } = await archive.search({ text: 'the', filter: { sessionId: origin?.id } })
    expect(hits).toEqual([])
  })

  it('starts anew with a file that was exchanged', async () => {
    const [one, other] = oracle.sessions.filter(({ copyOf, subagents }) => copyOf === null && subagents.length === 0)
    const archive = open()
    await archive.settle()
    const path = join(root, one?.file ?? '')
    writeFileSync(`${path}.new`, readFileSync(join(root, other?.file ?? '')))
    renameSync(`${path}.new`, path)
    await archive.settle()
    expect(archive.findSession(one?.id ?? '')?.toolCallCount).toBe(other?.counts.toolCalls)
  })

  it('may be used by several at once', async () => {
    const archives = [open(), open()]
    await Promise.all(archives.map((archive) => archive.settle()))
    const reader = open({ mode: 'read' })
    await expectAll(archives[0] as Archive)
    await expectAll(archives[1] as Archive)
    expect((await reader.listSessions()).items.length).toBeGreaterThan(0)
  })

  it('says how far it is', async () => {
    const states: string[] = []
    const archive = open()
    archive.onProgress(({ state }) => states.push(state))
    await archive.settle()
    expect(new Set(states)).toEqual(new Set(['counting', 'wording', 'ready']))
    const { files, countedFiles, bytes, wordedBytes } = archive.progress ?? {}
    expect([countedFiles, wordedBytes]).toEqual([files, bytes])
  })

  it('is not needed where it cannot be written', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    expect(() => open({ data: join(folder, 'a-file') })).toThrow(/EEXIST|ENOTDIR/)
    const reader = open({ data: join(folder, 'a-file'), mode: 'read' })
    expect((await reader.listSessions({ limit: 100 })).items.length).toBeGreaterThan(5)
  })
})

describe('Several data directories', () => {
  it('are one archive', async () => {
    const second = mkdtempSync(join(folder, 'second-'))
    const more = await writeDataDirectory(second, { seed: 6, sessions: 5, projects: 1, bytes: 300_000 })
    const archive = open({ directories: [root, second] })
    const { items } = await archive.listSessions({ limit: 1000, withHidden: true })
    expect(items.length).toBe(oracle.sessions.length + more.sessions.length)
    const messages = oracle.usage.total.messages + more.usage.total.messages
    expect((await totalsOf(archive)).messages).toBe(messages)
  })
})

describe('A data directory', () => {
  it('that is missing, a file, half there or closed to us is a clear state', async () => {
    const half = mkdtempSync(join(folder, 'half-'))
    const closed = mkdtempSync(join(folder, 'closed-'))
    mkdirSync(join(closed, 'projects'))
    chmodSync(join(closed, 'projects'), 0o000)
    const file = join(folder, 'plain-file')
    writeFileSync(file, '')
    const archive = open({ directories: [root, join(folder, 'nowhere'), file, half, closed] })
    const isRoot = process.getuid?.() === 0
    expect(archive.directories.map(({ state }) => state)).toEqual([
      ...['ready', 'missing', 'unreadable', 'partial'],
      // Nothing is closed to the superuser.
      isRoot ? 'ready' : 'partial',
    ])
    expect(archive.directories[1]?.reason).toContain('nowhere is not there')
    expect((await archive.listSessions()).items.length).toBeGreaterThan(0)
    chmodSync(join(closed, 'projects'), 0o700)
  })

  it('shows nothing that a symlink leads to, and opens neither FIFO nor device', async () => {
    const outside = mkdtempSync(join(folder, 'outside-'))
    const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
    const [session] = oracle.sessions
    writeFileSync(join(outside, `${id(1)}.jsonl`), readFileSync(join(original, session?.file ?? '')))
    const project = join(root, 'projects/-hostile')
    mkdirSync(join(project, `${id(5)}/subagents`), { recursive: true })
    symlinkSync(outside, join(root, 'projects/-outside'))
    symlinkSync(join(outside, `${id(1)}.jsonl`), join(project, `${id(2)}.jsonl`))
    symlinkSync('/dev/zero', join(project, `${id(3)}.jsonl`))
    execFileSync('mkfifo', [join(project, `${id(4)}.jsonl`), join(project, `${id(5)}/subagents/agent-x.jsonl`)])
    execFileSync('mkfifo', [join(project, 'sessions-index.json'), join(root, 'projects/-hostile/agent-y.jsonl')])
    const archive = open()
    await archive.settle()
    const { items } = await archive.listSessions({ limit: 1000, withHidden: true })
    expect(items.length).toBe(oracle.sessions.length)
    expect(archive.readPage(id(2))).toBeNull()
    await expectAll(archive)
  })
})
