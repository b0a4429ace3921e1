import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Receipts } from './receipts.ts'

describe('receipts', () => {
  let folder: string
  let path: string
  let runs: number
  const run = async () => ({ run: ++runs })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-receipts-'))
    path = join(folder, 'receipts.ndjson')
    runs = 0
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('give the same answer to a command that is sent again, at once, later, and to the next server', async () => {
    const receipts = new Receipts(path)
    const both = await Promise.all([receipts.once('a', run), receipts.once('a', run)])
    expect([...both, await receipts.once('a', run)]).toEqual([{ run: 1 }, { run: 1 }, { run: 1 }])
    expect(await new Receipts(path).once('a', run)).toEqual({ run: 1 })
    expect(await receipts.once('b', run)).toEqual({ run: 2 })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('let what failed be tried again, and what has no id be done each time', async () => {
    const receipts = new Receipts(path)
    await expect(receipts.once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await receipts.once('a', run)).toEqual({ run: 1 })
    expect(await receipts.once(undefined, run)).toEqual({ run: 2 })
  })

  it('name the session of a start before it runs, the same to the server that comes after a kill', () => {
    const sessionId = new Receipts(path).toSessionId('a')
    appendFileSync(path, '{"commandId":"b","sess')
    const next = new Receipts(path)
    expect(next.toSessionId('a')).toBe(sessionId)
    expect(next.toSessionId('b')).not.toBe(sessionId)
    expect(next.toSessionId(undefined)).not.toBe(next.toSessionId(undefined))
  })

  it('forget the oldest, and keep nothing huge', async () => {
    const receipts = new Receipts(path)
    await receipts.once('huge', async () => 'x'.repeat(100_000))
    for (let number = 0; number < 1100; number++) await receipts.once(`c${number}`, run)
    expect(await receipts.once('c1099', run)).toEqual({ run: 1100 })
    expect(await new Receipts(path).once('c0', run)).toEqual({ run: 1101 })
    expect(statSync(path).size).toBeLessThan(100_000)
  })
})
