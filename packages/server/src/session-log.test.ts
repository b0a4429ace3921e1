import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SessionLog } from './session-log.ts'

describe('SessionLog', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-log-'))
    path = join(folder, 'session', 'log.ndjson')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('stamps records in order, and has written each before anyone hears of it', () => {
    const log = new SessionLog(path)
    const onDisk: number[] = []
    log.subscribe(() => onDisk.push(readFileSync(path, 'utf8').trim().split('\n').length))
    log.append({ line: 'a' })
    log.append({ line: 'b' })
    expect(onDisk).toEqual([1, 2])
    expect(log.readAfter(0)).toMatchObject([
      { seq: 1, line: 'a' },
      { seq: 2, line: 'b' },
    ])
    expect(log.readAfter(1)).toMatchObject([{ seq: 2, line: 'b' }])
    log.close()
  })

  it('goes on where it was left', () => {
    const first = new SessionLog(path)
    first.append({ line: 'a' })
    first.close()
    const second = new SessionLog(path)
    expect(second.append({ line: 'b' }).seq).toBe(2)
    second.close()
  })

  it('loses no more than the record that a crash tore', () => {
    const first = new SessionLog(path)
    first.append({ line: 'a' })
    first.close()
    appendFileSync(path, '{"seq":2,"at":"2026-01-01T00:00:00Z","li')
    const second = new SessionLog(path)
    expect(second.lastSeq).toBe(1)
    second.append({ line: 'b' })
    second.close()
    expect(new SessionLog(path).readAfter(0)).toMatchObject([{ line: 'a' }, { line: 'b' }])
  })

  it('reads the good records around one that the disk has damaged, and keeps their numbers', () => {
    const first = new SessionLog(path)
    for (const line of ['a', 'b', 'c']) first.append({ line })
    first.close()
    writeFileSync(path, readFileSync(path, 'utf8').replace(/.*"b".*/, '\u0000\u0000{'))
    const second = new SessionLog(path)
    expect(second.readAfter(0).map(({ seq }) => seq)).toEqual([1, 3])
    expect(second.readAfter(1)).toMatchObject([{ seq: 3, line: 'c' }])
    expect(second.append({ line: 'd' }).seq).toBe(4)
    second.close()
  })

  it('is for its owner alone, whatever the umask', () => {
    const before = process.umask(0)
    const log = new SessionLog(path)
    process.umask(before)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'session')).mode & 0o777).toBe(0o700)
    log.close()
  })
})
