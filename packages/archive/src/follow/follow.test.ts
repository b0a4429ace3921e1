import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Archive } from '../archive.ts'
import type { ArchiveEvent, SessionEvent } from './follow-event.ts'
import type { FollowOptions } from './follower.ts'

const ID = '11111111-2222-4333-8444-555555555555'
let folder: string
let root: string
let path: string
let archive: Archive | null = null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'follow-'))
  root = join(folder, 'claude')
  mkdirSync(join(root, 'projects/-p'), { recursive: true })
  path = join(root, `projects/-p/${ID}.jsonl`)
})
afterEach(async () => {
  await archive?.close()
  archive = null
  rmSync(folder, { recursive: true, force: true })
})

function open(follow: FollowOptions = {}): Archive {
  archive = new Archive({ directories: [root], data: join(folder, 'data'), mode: 'serve', workers: 1, follow })
  return archive
}

function toLine(number: number, more: object = {}): string {
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const message = { role: 'user', content: `word${number}` }
  const envelope = {
    cwd: '/p',
    sessionId: ID,
    version: '2.1.38',
    gitBranch: 'main',
    timestamp: '2026-11-15T10:00:00.000Z',
  }
  return `${JSON.stringify({ parentUuid: null, isSidechain: false, ...envelope, type: 'user', message, uuid, ...more })}\n`
}

/** Collects what is heard; `until` waits for it, and the test's own limit ends the waiting. */
function createEar<Event>() {
  const events: Event[] = []
  let wake: () => void = () => undefined
  return {
    events,
    hear: (event: Event) => {
      events.push(event)
      wake()
    },
    async until(isSo: (events: Event[]) => boolean): Promise<void> {
      while (!isSo(events)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

const wordsIn = (events: SessionEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'lines' ? event.lines.map((line) => JSON.parse(line).message.content as string) : [event.reason],
  )

describe('Who follows a session', () => {
  it('hears its lines, whole ones only, from a position on', async () => {
    writeFileSync(path, toLine(1))
    const following = open()
    const ear = createEar<SessionEvent>()
    following.followSession(ID, following.readPosition(ID) ?? {}, ear.hear)
    const line = toLine(3)
    appendFileSync(path, toLine(2) + line.slice(0, 50))
    await ear.until((events) => wordsIn(events).includes('word2'))
    appendFileSync(path, line.slice(50))
    await ear.until((events) => wordsIn(events).includes('word3'))
    expect(wordsIn(ear.events)).toEqual(['word2', 'word3'])
  })

  it('hears of a session that did not exist before, and of its agents with the call they work for', async () => {
    const following = open()
    const ear = createEar<SessionEvent>()
    following.followSession(ID, {}, ear.hear)
    writeFileSync(path, toLine(1))
    await ear.until((events) => wordsIn(events).includes('word1'))
    const agents = join(root, `projects/-p/${ID}/subagents`)
    mkdirSync(agents, { recursive: true })
    writeFileSync(join(agents, 'agent-a1.meta.json'), JSON.stringify({ toolUseId: 'toolu_1' }))
    writeFileSync(join(agents, 'agent-a1.jsonl'), toLine(2, { isSidechain: true, agentId: 'a1' }))
    appendFileSync(path, toLine(3))
    await ear.until((events) => ['word2', 'word3'].every((word) => wordsIn(events).includes(word)))
    const agent = ear.events.find((event) => event.kind === 'lines' && event.agentId === 'a1')
    expect(agent).toMatchObject({ lines: [expect.stringContaining('{"parent_tool_use_id":"toolu_1",')] })
  })

  it('is told when the file is cut short, exchanged or removed, and hears it from its beginning', async () => {
    writeFileSync(path, toLine(1) + toLine(2))
    const following = open()
    const ear = createEar<SessionEvent>()
    following.followSession(ID, {}, ear.hear)
    truncateSync(path, toLine(1).length)
    await ear.until((events) => wordsIn(events).length === 4)
    writeFileSync(`${path}.new`, toLine(5) + toLine(6))
    renameSync(`${path}.new`, path)
    await ear.until((events) => wordsIn(events).includes('word6'))
    rmSync(path)
    await ear.until((events) => wordsIn(events).includes('removed'))
    const expected = ['word1', 'word2', 'truncated', 'word1', 'replaced', 'word5', 'word6', 'removed']
    expect(wordsIn(ear.events)).toEqual(expected)
  })

  it('notices a file that was written anew in its own place', async () => {
    writeFileSync(path, toLine(1))
    const following = open({ watch: () => ({ close: () => undefined }), rescanMs: 20 })
    const ear = createEar<SessionEvent>()
    following.followSession(ID, {}, ear.hear)
    writeFileSync(path, toLine(7) + toLine(8))
    await ear.until((events) => wordsIn(events).includes('word8'))
    expect(wordsIn(ear.events)).toEqual(['word1', 'replaced', 'word7', 'word8'])
  })

  it('misses nothing when every event is lost', async () => {
    writeFileSync(path, toLine(1))
    const following = open({ watch: () => ({ close: () => undefined }), rescanMs: 20 })
    const ear = createEar<SessionEvent>()
    following.followSession(ID, following.readPosition(ID) ?? {}, ear.hear)
    for (let number = 2; number <= 5; number++) appendFileSync(path, toLine(number))
    await ear.until((events) => wordsIn(events).includes('word5'))
    expect(wordsIn(ear.events)).toEqual(['word2', 'word3', 'word4', 'word5'])
  })

  it('does without watches where the system has none left', async () => {
    writeFileSync(path, toLine(1))
    const watch = () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const following = open({ watch })
    const ear = createEar<SessionEvent>()
    following.followSession(ID, {}, ear.hear)
    appendFileSync(path, toLine(2))
    await ear.until((events) => wordsIn(events).includes('word2'))
    expect(wordsIn(ear.events)).toEqual(['word1', 'word2'])
  })
})

describe('Who follows the archive', () => {
  it('hears which sessions changed, and of todos and file history', async () => {
    for (const name of ['todos', 'file-history']) mkdirSync(join(root, name))
    writeFileSync(path, toLine(1))
    const ear = createEar<ArchiveEvent>()
    open().follow(ear.hear)
    appendFileSync(path, toLine(2))
    writeFileSync(join(root, `todos/${ID}-agent-${ID}.json`), '[]')
    mkdirSync(join(root, `file-history/${ID}`))
    const has = (area: string) => (event: ArchiveEvent) =>
      event.kind === 'side' ? event.area === area && event.sessionId === ID : area === 'sessions'
    await ear.until((events) => ['sessions', 'todos', 'file-history'].every((area) => events.some(has(area))))
    expect(ear.events.find((event) => event.kind === 'sessions')).toMatchObject({ changed: [ID], removed: [] })
  })

  it('hears of a directory that is made only later, without a look at everything', async () => {
    rmSync(root, { recursive: true })
    const ear = createEar<ArchiveEvent>()
    open({ rescanMs: 1e9 }).follow(ear.hear)
    mkdirSync(join(root, 'projects/-p'), { recursive: true })
    writeFileSync(path, toLine(1))
    await ear.until((events) => events.some((event) => event.kind === 'sessions' && event.added.includes(ID)))
  })

  it('hears of one session that is new, changed, counted and gone, and of none of the others', async () => {
    const other = '22222222-2222-4333-8444-555555555555'
    for (let number = 0; number < 50; number++)
      writeFileSync(path.replace(ID, `${String(number).padStart(8, '0')}-2222-4333-8444-555555555555`), toLine(number))
    const following = open({ tellEveryMs: 1 })
    await following.settle()
    const ear = createEar<ArchiveEvent>()
    following.follow(ear.hear)
    const told = (kind: 'added' | 'changed' | 'removed') =>
      ear.until((events) => events.some((event) => event.kind === 'sessions' && event[kind].includes(other)))
    writeFileSync(path.replace(ID, other), toLine(1))
    await told('added')
    expect(following.findSession(other)?.messageCount).toBeNull()
    // The numbers of the row come later, and are news too.
    await ear.until(() => following.findSession(other)?.messageCount === 1)
    await told('changed')
    ear.events.length = 0
    appendFileSync(path.replace(ID, other), toLine(2))
    await told('changed')
    rmSync(path.replace(ID, other))
    await told('removed')
    const ids = ear.events.flatMap((event) =>
      event.kind === 'sessions' ? [...event.added, ...event.changed, ...event.removed] : [],
    )
    expect(new Set(ids)).toEqual(new Set([other]))
  })

  it('finds what was just written', async () => {
    writeFileSync(path, toLine(1))
    const following = open()
    await following.settle()
    const ear = createEar<ArchiveEvent>()
    following.follow(ear.hear)
    appendFileSync(path, toLine(2))
    await ear.until((events) => events.length > 0)
    expect((await following.search({ text: 'word2' })).hits.length).toBe(1)
    await following.settle()
    const { hits, unindexedFiles } = await following.search({ text: 'word2' })
    expect([hits.length, unindexedFiles]).toEqual([1, 0])
    expect((await following.search({ text: 'ord2' })).hits.length).toBe(1)
  })
})
