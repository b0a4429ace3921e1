import { appendFileSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import { createRandom } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { toTranscriptLines } from '../to-transcript-lines.ts'
import { readTodos } from '../todos/read-todos.ts'
import { findExpiring } from './find-expiring.ts'
import { toFrameSize } from './frame-size.ts'
import { dropSafeCopy, keepSafe } from './keep-safe.ts'
import { listSafeCopies } from './list-safe-copies.ts'
import { openSafeCopy, readSafeLines, type SafeLine } from './read-safe-lines.ts'

const sessionId = '11111111-2222-4333-8444-555555555555'
const place = { folderName: '-work-app', sessionId }
const FILE = `projects/-work-app/${sessionId}.jsonl`
let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

const keep = () => keepSafe(directory.path('data'), place, directory.path('kept'))

async function read(file = `${FILE}.zst`): Promise<SafeLine[]> {
  const lines: SafeLine[] = []
  for await (const line of readSafeLines(directory.path('kept'), file)) lines.push(line)
  return lines
}

describe('kept sessions', () => {
  it('are listed and read, line by line, after the CLI has deleted them', async () => {
    const lines = ['{"type":"user"}', '', `{"text":"${'é😀'.repeat(100_000)}"}`, 'torn']
    const path = directory.write(`data/${FILE}`, lines.join('\n'))
    utimesSync(path, 1000, 1000)
    expect(await keep()).toEqual({ kind: 'kept', files: 1, copied: 1 })
    rmSync(path)
    const bytes = Buffer.byteLength(lines.join('\n'))
    expect(listSafeCopies(directory.path('kept'))).toMatchObject([
      { ...place, file: `${FILE}.zst`, bytes, modifiedMs: 1_000_000 },
    ])
    const found = await read()
    expect(found.map((line) => line.kind === 'line' && line.text)).toEqual(lines)
    expect(found.map((line) => line.kind === 'line' && line.offset)).toEqual([0, 16, 17, bytes - 4])
    expect(statSync(directory.path(`kept/${FILE}.zst`)).mode & 0o777).toBe(0o600)
    expect(statSync(directory.path(`kept/${FILE}.zst`)).size).toBeLessThan(bytes / 10)
  })

  it('hold all that belongs to the session, and nothing of others', async () => {
    const folder = `data/projects/-work-app/${sessionId}`
    directory.write(`data/${FILE}`, '{}\n')
    const own = [
      `${folder}/subagents/agent-a.jsonl`,
      `${folder}/tool-results/x.txt`,
      `data/file-history/${sessionId}/ab12@v1`,
      `data/tasks/${sessionId}/1.json`,
      `data/todos/${sessionId}-agent-${sessionId}.json`,
    ]
    for (const file of own) directory.write(file, 'x')
    directory.write('data/todos/99999999-2222-4333-8444-555555555555-agent-x.json', 'other')
    expect(await keep()).toEqual({ kind: 'kept', files: 6, copied: 6 })
    for (const file of own)
      expect(statSync(directory.path(file.replace('data/', 'kept/').concat('.zst'))).isFile()).toBe(true)
    dropSafeCopy(directory.path('kept'), place)
    expect(listSafeCopies(directory.path('kept'))).toEqual([])
    for (const file of own)
      expect(() => statSync(directory.path(file.replace('data/', 'kept/').concat('.zst')))).toThrow()
  })

  it('serve wherever lines of a transcript do', async () => {
    const todos = [{ content: 'one', status: 'completed', activeForm: 'x' }]
    const call = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't', name: 'TodoWrite', input: { todos } }] },
    }
    const done = { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't' }] } }
    directory.write(`data/${FILE}`, `${JSON.stringify(call)}\ntorn{\n[1]\n${JSON.stringify(done)}`)
    await keep()
    const stream = openSafeCopy(directory.path('kept'), `${FILE}.zst`)
    if ('kind' in stream) throw new Error(stream.reason)
    expect(await readTodos(directory.path('nowhere'), sessionId, toTranscriptLines(stream))).toMatchObject([
      { source: 'transcript', items: [{ subject: 'one' }] },
    ])
  })

  it('are copied again when they have grown, and only then', async () => {
    const path = directory.write(`data/${FILE}`, 'one\n')
    utimesSync(path, 1000, 1000)
    await keep()
    expect(await keep()).toMatchObject({ copied: 0 })
    appendFileSync(path, 'two\n')
    expect(await keep()).toMatchObject({ copied: 1 })
    expect((await read()).map((line) => line.kind === 'line' && line.text)).toEqual(['one', 'two'])
  })

  it('say that a copy is damaged, after what could be read of it', async () => {
    const random = createRandom(9)
    const text = Array.from({ length: 40_000 }, () => random().toString(36)).join('\n')
    directory.write(`data/${FILE}`, text)
    await keep()
    const kept = directory.path(`kept/${FILE}.zst`)
    const { size } = statSync(kept)
    const half = readFileSync(kept).subarray(0, size / 2)
    writeFileSync(kept, half)
    const lines = await read()
    expect(lines.length).toBeGreaterThan(1000)
    expect(lines.at(-1)?.kind).toBe('damaged')
    writeFileSync(kept, 'no zstd at all')
    expect((await read()).map(({ kind }) => kind)).toEqual(['damaged'])
    expect((await read('projects/none.zst')).map(({ kind }) => kind)).toEqual(['damaged'])
    expect((await read('../data/secret')).map(({ kind }) => kind)).toEqual(['damaged'])
  })

  it('take in an empty file, and nothing that is linked or gone', async () => {
    expect(await keep()).toMatchObject({ kind: 'missing' })
    directory.write(`data/${FILE}`, '')
    expect(await keep()).toMatchObject({ kind: 'kept' })
    expect(await read()).toEqual([])
    rmSync(directory.path(`data/${FILE}`))
    directory.write('secret', 'secret')
    symlinkSync(directory.path('secret'), directory.path(`data/${FILE}`))
    expect(await keep()).toMatchObject({ kind: 'refused' })
    expect(
      await keepSafe(directory.path('data'), { folderName: '..', sessionId }, directory.path('kept')),
    ).toMatchObject({
      kind: 'refused',
    })
    expect(listSafeCopies(directory.path('nowhere'))).toEqual([])
  })
})

describe('toFrameSize', () => {
  it('reads what the header says, for every length of the field', () => {
    for (const size of [1, 200, 255, 256, 300, 65_791, 65_792, 1_000_000]) {
      const frame = zstdCompressSync(Buffer.alloc(size, 'x'), { pledgedSrcSize: size })
      expect(toFrameSize(frame.subarray(0, 18)), String(size)).toBe(size)
    }
    expect(toFrameSize(Buffer.from('no zstd'))).toBeNull()
    expect(toFrameSize(Buffer.alloc(0))).toBeNull()
  })
})

describe('findExpiring', () => {
  it('gives those that go within some days, with the day, the first to go first', () => {
    const day = 86_400_000
    const sessions = [
      { id: 'new', modifiedMs: 100 * day },
      { id: 'soon', modifiedMs: 75 * day },
      { id: 'due', modifiedMs: 10 * day },
    ]
    const found = findExpiring(sessions, { settings: {}, nowMs: 100 * day, withinDays: 7 })
    expect(found).toEqual([
      { id: 'due', modifiedMs: 10 * day, deletedFromMs: 40 * day },
      { id: 'soon', modifiedMs: 75 * day, deletedFromMs: 105 * day },
    ])
    expect(findExpiring(sessions, { settings: { cleanupPeriodDays: 365 }, nowMs: 100 * day, withinDays: 7 })).toEqual(
      [],
    )
  })
})
