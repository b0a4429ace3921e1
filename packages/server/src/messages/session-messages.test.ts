import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '@quarterdeck/archive'
import type { KeptSession } from '@quarterdeck/driver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionSource } from '../hub/live/session-log.ts'
import { findMessage } from './find-message.ts'
import { SessionMessages } from './session-messages.ts'

const SESSION = '0b7d6c4e-8f10-4a51-9c0e-2d5d54d1a111'
const BEGUN = 30
/** Of another, which ends with a message. */
const ENDED = '0b7d6c4e-8f10-4a51-9c0e-2d5d54d1a222'
const LAST = 58
let folder: string
let archive: Archive
let messages: SessionMessages

/** Some without a uuid, as the CLI writes them between messages. */
const lines = Array.from({ length: 60 }, (_, index) =>
  JSON.stringify({
    type: index % 7 === 3 ? 'queue-operation' : index % 2 === 0 ? 'user' : 'assistant',
    ...(index % 7 === 3 ? {} : { uuid: toUuid(index) }),
    sessionId: SESSION,
    cwd: '/home/you/harbour',
    timestamp: new Date(1_760_000_000_000 + index * 1000).toISOString(),
    message: { role: 'user', content: `Line ${index}, ünïcode "quoted"` },
  }),
)

function toUuid(index: number): string {
  return `0b7d6c4e-0000-4000-8000-${String(index).padStart(12, '0')}`
}

const saidSince = lines.slice(BEGUN).filter((line) => line.includes('"uuid"'))

/** Of a log that began behind the first 30 lines, with talk and pieces among its messages; `from` is the first that is still there. */
function createLog(from = 1, said = saidSince): KeptSession {
  const records = said.flatMap((raw) => [
    { from: 'cli', raw: '{"type":"stream_event","uuid":"a"}' },
    { from: 'keeper', raw: '{"type":"keeper","subtype":"queue","items":[]}' },
    // What the CLI was told, and then repeats.
    ...(raw.includes('"type":"user"') ? [{ from: 'host', raw }] : []),
    { from: 'cli', raw: '{"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool"}}' },
    { from: 'cli', raw },
  ])
  const all = records.map((one, index) => `{"seq":${index + 1},"at":"t","from":"${one.from}","message":${one.raw}}`)
  const kept = {
    epoch: 'e',
    folder: join(folder, 'session'),
    lastSeq: all.length,
    readAfter: (seq: number, most: number) => {
      const found: string[] = []
      let characters = 0
      for (const line of all.slice(Math.max(seq, from - 1))) {
        if (characters >= most) break
        found.push(line)
        characters += line.length
      }
      return found
    },
  }
  return kept as unknown as KeptSession
}

function toSource(kept: KeptSession): SessionSource {
  const position = {
    '': Buffer.byteLength(
      lines
        .slice(0, BEGUN)
        .map((line) => `${line}\n`)
        .join(''),
    ),
  }
  return {
    kind: 'log',
    sessionId: SESSION,
    ids: [SESSION],
    history: { sessionId: SESSION, lines: BEGUN, position },
    kept,
  }
}

/** The transcript up to the log, and then only what was said. */
const expected = [...lines.slice(0, BEGUN), ...lines.slice(BEGUN).filter((line) => line.includes('"uuid"'))]

const ended = lines.slice(0, LAST + 1)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'session-messages-'))
  mkdirSync(join(folder, 'claude/projects/-home-you-harbour'), { recursive: true })
  writeFileSync(
    join(folder, `claude/projects/-home-you-harbour/${SESSION}.jsonl`),
    lines.map((line) => `${line}\n`).join(''),
  )
  writeFileSync(
    join(folder, `claude/projects/-home-you-harbour/${ENDED}.jsonl`),
    ended.map((line) => `${line}\n`).join(''),
  )
  archive = new Archive({ directories: [join(folder, 'claude')], data: join(folder, 'data'), mode: 'read' })
  messages = new SessionMessages(archive, () => null)
})
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = (items: readonly string[]) => Buffer.byteLength(items.join(''))

async function readBackward(source: SessionSource, limit: number, maxBytes?: number): Promise<string[]> {
  const items: string[] = []
  for (let before: string | undefined; ; ) {
    const page = await messages.readPage(source, { before, limit, maxBytes })
    if (page !== null && page.items.length > 1) expect(bytesOf(page.items)).toBeLessThanOrEqual(maxBytes ?? 1e9)
    if (page === null || items.length > 1000) throw new Error(`There is no page before ${before}, or no end`)
    items.unshift(...page.items)
    if (page.before === null) return items
    before = page.before
  }
}

async function readForward(source: SessionSource, first: string, limit: number, maxBytes?: number): Promise<string[]> {
  const items: string[] = []
  for (let after = first; ; ) {
    const page = await messages.readPage(source, { after, limit, maxBytes })
    if (page !== null && page.items.length > 1) expect(bytesOf(page.items)).toBeLessThanOrEqual(maxBytes ?? 1e9)
    if (page === null || items.length > 1000) throw new Error(`There is no page after ${after}, or no end`)
    items.push(...page.items)
    if (page.after === null) return items
    after = page.after
  }
}

async function readAll(source: SessionSource): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of (await messages.stream(source)) ?? []) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const recorded: SessionSource = { kind: 'transcript', sessionId: SESSION, ids: [SESSION] }

describe('messages of a session with a log', () => {
  it.each([1, 2, 7, 29, 31, 50, 1000])(
    'are its transcript up to the log and then the log, in pages of %i',
    async (limit) => {
      const source = toSource(createLog())
      expect(await readBackward(source, limit)).toEqual(expected)
      expect(await readForward(source, toUuid(0), limit)).toEqual(expected.slice(1))
    },
  )

  it.each([1, 200, 600, 1500, 5000])(
    'are the same in pages of %i bytes, of which each has a message',
    async (maxBytes) => {
      for (const [source, whole] of [
        [toSource(createLog()), expected],
        [recorded, lines],
      ] as const) {
        expect(await readBackward(source, 50, maxBytes)).toEqual(whole)
        expect(await readForward(source, toUuid(0), 50, maxBytes)).toEqual(whole.slice(1))
      }
    },
  )

  it('go on from any of them, in both directions, each once', async () => {
    const source = toSource(createLog())
    for (const [index, line] of expected.entries()) {
      const { uuid } = JSON.parse(line) as { uuid?: string }
      if (uuid === undefined) continue
      const after = await messages.readPage(source, { after: uuid, limit: 4 })
      const before = await messages.readPage(source, { before: uuid, limit: 4 })
      expect(after?.items, `after ${index}`).toEqual(expected.slice(index + 1, index + 1 + (after?.items.length ?? 0)))
      expect(before?.items, `before ${index}`).toEqual(expected.slice(index - (before?.items.length ?? 0), index))
      if (index + 1 < expected.length) expect(after?.items.length).toBeGreaterThan(0)
      if (index > 0) expect(before?.items.length).toBeGreaterThan(0)
    }
  })

  it('are streamed as they are paged', async () => {
    expect(await readAll(toSource(createLog()))).toBe(expected.map((line) => `${line}\n`).join(''))
  })

  it('have the answers that changed what a tool was given behind their call, for whoever asks for them', async () => {
    const ask = (id: string, command: string) =>
      `{"type":"control_request","request_id":"${id}","request":{"subtype":"can_use_tool","input":{"command":"${command}"}}}`
    const allow = (id: string, command: string) =>
      `{"type":"control_response","response":{"subtype":"success","request_id":"${id}","response":{"behavior":"allow","updatedInput":{"command":"${command}"}}}}`
    const [first = '', second = ''] = saidSince
    const talk = [ask('changed', 'ls'), allow('changed', 'ls -a'), allow('changed', 'late'), ask('same', 'ls')]
    const said = [first, ...talk, allow('same', 'ls'), second]
    const changed = [first, ask('changed', 'ls'), allow('changed', 'ls -a'), second]
    const history = { sessionId: SESSION, lines: 0, position: { '': 0 } }
    for (const limit of [1, 2, 50]) {
      const source: SessionSource = { ...toSource(createLog(1, said)), history } as SessionSource
      const read: string[] = []
      for (let before: string | null | undefined; before !== null; ) {
        const page = await messages.readPage(source, { before, limit, hasAnswers: true })
        read.unshift(...(page?.items ?? []))
        before = page?.before ?? null
      }
      expect(read).toEqual(changed)
      expect(await readBackward(source, limit)).toEqual([first, second])
      expect(await readAll(source)).toBe(`${first}\n${second}\n`)
      const pieces: Buffer[] = []
      for await (const piece of (await messages.stream(source, { hasAnswers: true })) ?? []) pieces.push(piece)
      expect(Buffer.concat(pieces).toString()).toBe(`${changed.join('\n')}\n`)
    }
  })

  it('come from the transcript where the log has lost its beginning', async () => {
    const source = toSource(createLog(60))
    const first = await messages.readPage(source, { limit: 1000 })
    expect(first?.items.length).toBeGreaterThan(BEGUN)
    // Between the two nothing is missing: what the log has lost, the transcript says.
    const uuids = (first?.items ?? []).map((raw) => (JSON.parse(raw) as { uuid?: string }).uuid).filter(Boolean)
    expect(uuids).toEqual(lines.map((line) => (JSON.parse(line) as { uuid?: string }).uuid).filter(Boolean))
    expect(await readBackward(source, 7)).toEqual(first?.items)
    expect(await readAll(source)).toBe((first?.items ?? []).map((line) => `${line}\n`).join(''))
  })

  it.each([
    [1, BEGUN - 2],
    [2, BEGUN - 2],
    [5, BEGUN - 2],
    [12, BEGUN - 2],
    [1000, BEGUN - 2],
    [3, LAST - 1],
    [3, LAST],
  ])(
    'of a copy up to a message are nothing that was said behind it, in pages of %i, up to the one at %i',
    async (limit, at) => {
      const own = saidSince.map((line) => line.replaceAll('0b7d6c4e-0000', '0b7d6c4e-1111'))
      const position = { '': Buffer.byteLength(ended.map((line) => `${line}\n`).join('')) }
      const source: SessionSource = {
        kind: 'log',
        sessionId: SESSION.replace('0b7d', '1c8e'),
        ids: [],
        history: { sessionId: ENDED, lines: at + 1, position, until: toUuid(at) },
        kept: createLog(1, own),
      }
      const whole = [...lines.slice(0, at + 1), ...own]
      expect(await readBackward(source, limit)).toEqual(whole)
      expect(await readForward(source, toUuid(0), limit)).toEqual(whole.slice(1))
      expect((await messages.readPage(source, { after: toUuid(at), limit: 1 }))?.items).toEqual(own.slice(0, 1))
      expect(await readAll(source)).toBe(whole.map((line) => `${line}\n`).join(''))
      for (const gone of [at + 1, at + 4, LAST].filter((index) => index > at).map(toUuid)) {
        expect(await messages.readPage(source, { before: gone, limit })).toBeNull()
        expect(await messages.readPage(source, { after: gone, limit })).toBeNull()
      }
    },
  )

  it('are null for a message that is nowhere', async () => {
    for (const source of [toSource(createLog()), recorded]) {
      expect(await messages.readPage(source, { before: 'nowhere', limit: 5 })).toBeNull()
      expect(await messages.readPage(source, { after: 'nowhere', limit: 5 })).toBeNull()
      expect(await findMessage(messages, source, 'nowhere')).toBeNull()
    }
  })

  it('are found one by one', async () => {
    for (const source of [toSource(createLog()), recorded])
      for (const index of [0, 1, 28, 29, 30, 32, 58, 59].filter((one) => one % 7 !== 3))
        expect(await findMessage(messages, source, toUuid(index)), `${source.kind} ${index}`).toBe(lines[index])
  })

  it('are whole where the log has only a sketch', async () => {
    const raw = '{"type":"user","uuid":"u","message":{"content":"so lo…"}}'
    const line = `{"seq":1,"at":"t","from":"cli","large":{"bytes":9,"file":"large/1-a.json"},"message":${raw}}`
    const kept = {
      epoch: 'f',
      lastSeq: 1,
      readAfter: (seq: number) => (seq < 1 ? [line] : []),
    } as unknown as KeptSession
    const whole = new SessionMessages(archive, (_, file) => `{"type":"user","uuid":"u","file":"${file}"}`)
    const source: SessionSource = { kind: 'log', sessionId: SESSION, ids: [SESSION], history: null, kept }
    expect((await whole.readPage(source, { limit: 5 }))?.items).toEqual([
      '{"type":"user","uuid":"u","file":"large/1-a.json"}',
    ])
    expect((await messages.readPage(source, { limit: 5 }))?.items).toEqual([raw])
  })
})

describe('messages of a session that is only on disk', () => {
  it('say when nothing newer is there', async () => {
    const page = await messages.readPage(recorded, { after: toUuid(50), limit: 1000 })
    expect(page?.items).toEqual(lines.slice(51))
    expect(page?.after).toBeNull()
    expect((await messages.readPage(recorded, { after: toUuid(50), limit: 2 }))?.after).not.toBeNull()
  })
})
