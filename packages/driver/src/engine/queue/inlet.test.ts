import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DriverError } from '../../driver-error.ts'
import { LARGE_LINE_BYTES } from '../../lines/read-large-line.ts'
import type { LogEntry } from '../../log/record-line.ts'
import { Inlet } from './inlet.ts'

const line = (n: number) => ({ kind: 'line', bytes: Buffer.from(JSON.stringify({ n })) }) as const
const WORKER = new URL('../../lines/large-line-worker.ts', import.meta.url)

describe('the way in', () => {
  let isFull: boolean
  let kept: unknown[][]
  let held: boolean[]
  let told: (string | null)[]
  let folder: string
  let inlet: Inlet
  beforeEach(() => {
    ;[isFull, kept, held, told] = [false, [], [], []]
    folder = mkdtempSync(join(tmpdir(), 'inlet-'))
    inlet = new Inlet({
      keep: (entries: readonly LogEntry[]) => {
        if (isFull) throw new DriverError('storage', 'full')
        kept.push(entries.map(({ message }) => message.n ?? message.subtype))
      },
      hold: (isHeld) => held.push(isHeld),
      tell: (problem) => told.push(problem),
      largeLines: { folder: join(folder, 'large'), worker: WORKER },
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  })

  it('keeps what came in one piece in one', () => {
    inlet.push(line(1))
    inlet.push(line(2))
    inlet.flush()
    inlet.push(line(3))
    inlet.flush()
    expect(kept).toEqual([[1, 2], [3]])
  })

  it('holds the CLI back while it cannot keep, then keeps all of it once and in order', async () => {
    vi.useFakeTimers()
    isFull = true
    inlet.push(line(1))
    inlet.flush()
    expect([held, told]).toEqual([[true], ['full']])
    inlet.push(line(2))
    await vi.advanceTimersByTimeAsync(3000)
    expect(kept).toEqual([])
    isFull = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept).toEqual([[1, 2]])
    expect([held.at(-1), told.at(-1)]).toEqual([false, null])
    inlet.push(line(3))
    inlet.flush()
    expect(kept).toEqual([[1, 2], [3]])
  })

  it('does not take a bug for a full disk', () => {
    const broken = new Inlet({
      keep: () => {
        throw new TypeError('a bug')
      },
      hold: () => undefined,
      tell: (problem) => told.push(problem),
      largeLines: undefined,
    })
    broken.push({ kind: 'oversize', bytes: 1 })
    expect(() => broken.flush()).toThrow('a bug')
    expect(told).toEqual([])
  })

  it('keeps what is behind a long line behind it, and the line beside the log', async () => {
    const text = 'x'.repeat(LARGE_LINE_BYTES)
    inlet.push(line(1))
    inlet.push({ kind: 'line', bytes: Buffer.from(JSON.stringify({ n: 2, text })) })
    inlet.push(line(3))
    inlet.flush()
    expect(kept).toEqual([[1]])
    expect(held).toEqual([true])
    await inlet.drain()
    expect(kept.flat()).toEqual([1, 2, 3])
    expect(held.at(-1)).toBe(false)
    expect(readdirSync(join(folder, 'large'))).toHaveLength(1)
  })

  it('keeps several long lines in their order, however long each takes to be read', async () => {
    const long = (n: number, times: number) => ({
      kind: 'line' as const,
      bytes: Buffer.from(JSON.stringify({ n, text: 'x'.repeat(times * LARGE_LINE_BYTES) })),
    })
    inlet.push(long(1, 8))
    inlet.push(line(2))
    inlet.push(long(3, 1))
    inlet.push(line(4))
    inlet.flush()
    await inlet.drain()
    expect(kept.flat()).toEqual([1, 2, 3, 4])
    expect(held.at(-1)).toBe(false)
  })

  it('says of what is no JSON that it could not be read', () => {
    inlet.push({ kind: 'line', bytes: Buffer.from('hello') })
    inlet.push({ kind: 'torn', bytes: Buffer.from('{"n":') })
    inlet.push({ kind: 'oversize', bytes: 99 })
    inlet.flush()
    expect(kept).toEqual([['unread', 'unread', 'oversize']])
  })
})
