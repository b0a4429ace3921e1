import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogFile } from './log-file.ts'
import { type LogEntry, parseRecordLine } from './record-line.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'))
  path = join(folder, 'log.ndjson')
})
afterEach(() => rmSync(folder, { recursive: true }))

function said(message: Record<string, unknown>, more: Partial<LogEntry> = {}): LogEntry {
  return { from: 'cli', json: JSON.stringify(message), message, ...more }
}

function delta(text: string): LogEntry {
  return said({ type: 'stream_event', event: { type: 'content_block_delta', delta: { text } } })
}

const start = said({ type: 'stream_event', event: { type: 'message_start' } })
const stop = said({ type: 'stream_event', event: { type: 'message_stop' } })
const exited = said({ type: 'keeper', subtype: 'exited' }, { from: 'keeper' })

function messages(log: LogFile, after = 0): unknown[] {
  const found: unknown[] = []
  for (let cursor = after, lines = log.readAfter(cursor, 100); lines.length > 0; lines = log.readAfter(cursor, 100)) {
    for (const line of lines) {
      const record = parseRecordLine(line)
      cursor = record?.seq ?? 0
      found.push(record?.message)
    }
  }
  return found
}

describe('the log of a session', () => {
  it('numbers what was said from 1 on, and reads it back from any number', () => {
    const log = new LogFile(path)
    const [first] = log.append([said({ type: 'a' })])
    const [, third] = log.append([said({ type: 'b' }), said({ type: 'c' }, { commandId: 'x', by: 'a "phone"' })])
    expect([first?.seq, third?.seq, log.lastSeq]).toEqual([1, 3, 3])
    expect(messages(log, 1)).toEqual([{ type: 'b' }, { type: 'c' }])
    expect(parseRecordLine(third?.line ?? '')).toMatchObject({ seq: 3, from: 'cli', commandId: 'x', by: 'a "phone"' })
    expect(log.readAfter(2, 1)).toEqual([third?.line])
    log.close()
  })

  it('keeps what was said as it was said', () => {
    const log = new LogFile(path)
    const json = '{"b":1e3,  "a":"\\u00e9\u2028🙂","a":2}'
    log.append([{ from: 'cli', json, message: {} }])
    expect(readFileSync(path, 'utf8')).toContain(`"message":${json}}\n`)
    log.close()
  })

  it('is private, whatever the umask', () => {
    const before = process.umask(0)
    try {
      new LogFile(join(folder, 'deep', 'log.ndjson')).close()
    } finally {
      process.umask(before)
    }
    expect(statSync(join(folder, 'deep', 'log.ndjson')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700)
  })

  it('goes on with its numbers and its epoch when it is opened again', () => {
    const first = new LogFile(path)
    first.append([said({ type: 'a' }), exited])
    first.close()
    const second = new LogFile(path)
    expect(second.epoch).toBe(first.epoch)
    expect(second.append([said({ type: 'b' })])[0]?.seq).toBe(3)
    second.close()
  })

  it('never uses a number twice, even if records were lost with the machine', () => {
    const first = new LogFile(path)
    first.append([said({ type: 'a' }), said({ type: 'b' })])
    first.close()
    truncateSync(path, statSync(path).size - 5)
    const second = new LogFile(path)
    expect(second.append([said({ type: 'c' })])[0]?.seq).toBeGreaterThan(2)
    expect(messages(second)).toEqual([{ type: 'a' }, { type: 'c' }])
    second.close()
  })

  it('opens wherever it was cut, and loses the torn line alone', () => {
    const whole = new LogFile(path)
    const entries = Array.from({ length: 20 }, (_, index) => said({ type: 'n', index, text: '🙂é'.repeat(index) }))
    const lines = whole.append(entries).map(({ line }) => line)
    whole.close()
    const bytes = readFileSync(path)
    const random = createRandom(4)
    for (let round = 0; round < 200; round += 1) {
      const cut = Math.floor(random() * bytes.length)
      writeFileSync(path, bytes.subarray(0, cut))
      const log = new LogFile(path)
      const whole = bytes.subarray(0, cut).toString().split('\n').slice(1, -1).length
      expect(log.readAfter(0, 1e9)).toEqual(lines.slice(0, Math.max(0, whole)))
      log.append([said({ type: 'after' })])
      expect(messages(log).at(-1)).toEqual({ type: 'after' })
      log.close()
      rmSync(folder, { recursive: true })
      new LogFile(path).close()
    }
  })

  it('steps over a damaged line and keeps those behind it', () => {
    const log = new LogFile(path)
    log.append([said({ type: 'a' })])
    log.close()
    appendFileSync(path, '\0\0\0\0\n{"seq":5,"at":"","from":"cli","message":{"type":"b"}}\n{"seq":6,"at":\n')
    const again = new LogFile(path)
    expect(messages(again)).toEqual([{ type: 'a' }, { type: 'b' }])
    again.close()
  })

  it('puts a file aside that is no log, and begins a new one', () => {
    writeFileSync(path, 'hello\n')
    const log = new LogFile(path)
    log.append([said({ type: 'a' })])
    log.close()
    const aside = readdirSync(folder).find((name) => name.startsWith('log.ndjson.unreadable-'))
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe('hello\n')
  })

  it('drops the pieces of a message that is complete, and keeps those of one that was cut off', () => {
    const log = new LogFile(path)
    log.append([start, delta('a'), delta('b'), stop, said({ type: 'assistant' })])
    log.append([start, delta('half')])
    const types = messages(log).map((message) => (message as { event?: { type: string } }).event?.type ?? 'assistant')
    expect(types).toEqual(['message_start', 'message_stop', 'assistant', 'message_start', 'content_block_delta'])
    log.close()
  })

  it('removes them from the file when they are most of it, and the numbers stay', () => {
    const log = new LogFile(path, { wasteBytes: 1000 })
    log.append([said({ type: 'first', text: '🙂' })])
    log.append([start, ...Array.from({ length: 100 }, () => delta('some words')), stop, said({ type: 'last' })])
    const before = statSync(path).size
    log.tidy()
    expect(statSync(path).size).toBeLessThan(before / 4)
    expect(messages(log).map((message) => (message as { type: string }).type)).toEqual([
      'first',
      'stream_event',
      'stream_event',
      'last',
    ])
    expect(log.append([exited])[0]?.seq).toBe(105)
    log.close()
    const again = new LogFile(path)
    expect(again.lastSeq).toBe(105)
    expect(messages(again)).toHaveLength(5)
    again.close()
  })

  it('knows after it was opened again which pieces are of no use', () => {
    const first = new LogFile(path)
    first.append([start, delta('a'), stop, exited])
    first.close()
    const second = new LogFile(path)
    expect(messages(second)).toHaveLength(3)
    second.close()
  })

  it('drops the oldest over its limit, says how far, and keeps what is held', () => {
    const log = new LogFile(path, { maxBytes: 10_000 })
    const [prompt] = log.append([said({ type: 'control_request' })])
    for (let index = 0; index < 200; index += 1) log.append([said({ type: 'n', index, text: 'x'.repeat(50) })])
    log.hold(new Set([prompt?.seq as number]))
    log.tidy()
    expect(statSync(path).size).toBeLessThan(10_000)
    expect(log.droppedThrough).toBeGreaterThan(100)
    expect(messages(log)[0]).toEqual({ type: 'control_request' })
    expect(messages(log).at(-1)).toMatchObject({ index: 199 })
    log.close()
    const again = new LogFile(path)
    expect(again.droppedThrough).toBe(log.droppedThrough)
    again.close()
  })
})
