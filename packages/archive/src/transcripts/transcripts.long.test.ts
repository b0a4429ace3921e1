import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRandom, mutateTranscript, type Oracle, writeDataDirectory } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Archive } from '../archive.ts'

let folder: string
let root: string
let oracle: Oracle
let archive: Archive

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transcripts-'))
  root = join(folder, 'claude')
  oracle = await writeDataDirectory(root, { seed: 11, sessions: 40, projects: 3, bytes: 5_000_000 })
  archive = new Archive({ directories: [root], data: join(folder, 'data'), mode: 'read' })
})
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Line {
  type: string
  uuid?: string
  parent_tool_use_id?: string
}

/** The lines of a file that can be read, as they stand there. */
function linesOf(path: string): string[] {
  const lines = readFileSync(join(root, path), 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n')
  return lines.map((line) => line.trim()).filter(isLine)
}

function isLine(text: string): boolean {
  try {
    return typeof JSON.parse(text).type === 'string'
  } catch {
    return false
  }
}

/** All pages from the newest to the oldest, put together again. */
function pageBackward(sessionId: string, limit: number, of = archive): string[] {
  const items: string[] = []
  for (let before: string | undefined; ; ) {
    const page = of.readPage(sessionId, { before, limit })
    if (page === null) throw new Error(`There is no page before ${before}`)
    items.unshift(...page.items)
    if (page.before === null) return items
    before = page.before
  }
}

async function streamAll(sessionId: string, of = archive): Promise<{ lines: string[]; damaged: number }> {
  const pieces: Buffer[] = []
  let damaged = 0
  for await (const piece of of.stream(sessionId, () => damaged++) ?? []) pieces.push(piece)
  const lines = Buffer.concat(pieces).toString().split('\n')
  expect(lines.pop()).toBe('')
  return { lines: lines.map((line) => line.trim()), damaged }
}

describe('A transcript', () => {
  it('comes in pages that together are the whole, byte for byte, with its agents behind their calls', async () => {
    for (const session of oracle.sessions) {
      const items = pageBackward(session.id, 23)
      const own = items.filter((item) => !item.startsWith('{"parent_tool_use_id"'))
      expect(own, session.id).toEqual(linesOf(session.file))
      for (const { file, toolUseId } of session.subagents) {
        const mark = `{"parent_tool_use_id":"${toolUseId}",`
        const agent = items.filter((item) => item.startsWith(mark)).map((item) => `{${item.slice(mark.length)}`)
        expect(agent, file).toEqual(linesOf(file))
        const call = items.findIndex((item) => item.includes(`"id":"${toolUseId}"`))
        expect(items.findIndex((item) => item.startsWith(mark))).toBe(call + 1)
      }
      const damage = oracle.damage.find(({ file }) => file === session.file)
      // A stream is not parsed: of what looks like a line only a parser knows better.
      const { lines, damaged } = await streamAll(session.id)
      expect(lines.filter(isLine), session.id).toEqual(items)
      expect(lines.length - items.length + damaged).toBe(damage?.damagedLines ?? 0)
    }
  })

  it('can be read on from any message, in both directions', () => {
    const session = oracle.sessions.find(({ subagents }) => subagents.length > 0) as Oracle['sessions'][number]
    const items = pageBackward(session.id, 1000)
    const lines = items.map((item) => JSON.parse(item) as Line)
    lines.forEach(({ uuid }, index) => {
      if (uuid === undefined) return
      const newer = archive.readPage(session.id, { after: uuid, limit: 5 })?.items as string[]
      const older = archive.readPage(session.id, { before: uuid, limit: 5 })?.items as string[]
      expect(newer).toEqual(items.slice(index + 1, index + 1 + newer.length))
      expect(older).toEqual(items.slice(index - older.length, index))
      if (index + 1 < items.length) expect(newer.length).toBeGreaterThan(0)
      if (index > 0) expect(older.length).toBeGreaterThan(0)
    })
  })

  it('has pages that go no further than to the first uuid when nothing before it has one', () => {
    for (const session of oracle.sessions) {
      const page = archive.readPage(session.id, { limit: 1 })
      const uuids = (page?.items ?? []).filter((item) => (JSON.parse(item) as Line).uuid !== undefined)
      expect(uuids.length, session.id).toBeLessThanOrEqual(1)
    }
  })

  it('has pages whose edges a uuid can name', () => {
    const session = oracle.sessions.find(({ style }) => style === 'new') as Oracle['sessions'][number]
    const items = pageBackward(session.id, 1000)
    const together: string[] = []
    for (let before: string | undefined; ; ) {
      const page = archive.readPage(session.id, { before, limit: 9 })
      together.unshift(...(page?.items ?? []))
      const first = page?.items[0]
      if (page?.before === null || first === undefined) break
      before = (JSON.parse(first) as Line).uuid
      expect(before).toBeTypeOf('string')
    }
    expect(together).toEqual(items)
  })

  it('is null where there is no such session or message', () => {
    const [session] = oracle.sessions
    expect(archive.readPage('00000000-0000-4000-8000-000000000000')).toBeNull()
    expect(archive.stream('00000000-0000-4000-8000-000000000000')).toBeNull()
    expect(archive.readPage(session?.id ?? '', { before: '00000000-0000-4000-8000-000000000000' })).toBeNull()
  })
})

/** The mutator takes every line of what it gets for a whole one. */
function toWholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf('\n', 60_000) + 1)
}

describe('A damaged transcript', () => {
  it('loses the damaged lines alone, and counts them (200 mutations, seed 3)', async () => {
    const random = createRandom(3)
    const sources = oracle.sessions.filter(({ file }) => oracle.damage.every((damage) => damage.file !== file))
    const originals = sources.slice(0, 8).map(({ file }) => toWholeLines(readFileSync(join(root, file))))
    const damagedRoot = join(folder, 'damaged')
    const mutations = Array.from({ length: 200 }, (_, index) => {
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      const path = join(damagedRoot, `projects/-p/${id}.jsonl`)
      mkdirSync(dirname(path), { recursive: true })
      const mutated = mutateTranscript(originals[index % originals.length] as Buffer, random)
      writeFileSync(path, mutated.bytes)
      return { id, ...mutated }
    })
    const damaged = new Archive({
      directories: [damagedRoot],
      data: join(folder, 'damaged-data'),
      mode: 'count',
      workers: 1,
    })
    try {
      await damaged.settle()
      const { items } = await damaged.listSessions({ limit: 1000, withHidden: true })
      expect(items.length).toBe(mutations.length)
      for (const { id, intactLines, damagedLines } of mutations) {
        const page = damaged.readPage(id, { limit: 100_000 })
        expect([page?.items.length, page?.damagedLines], id).toEqual([intactLines, damagedLines])
        const { lines } = await streamAll(id, damaged)
        expect(lines.filter(isLine).length, id).toBe(intactLines)
      }
      expect((await damaged.search({ text: 'the' })).hits.length).toBeGreaterThan(0)
      expect((await damaged.readUsage({ by: 'day' })).totals.messages).toBeGreaterThan(0)
    } finally {
      await damaged.close()
    }
  })
})
