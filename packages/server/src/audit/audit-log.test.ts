import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AuditLog, readNote, toNotePath } from './audit-log.ts'
import { readAudit } from './read-audit.ts'
import { verifyAudit } from './verify-audit.ts'

describe('the audit log', () => {
  let folder: string
  let path: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-audit-'))
    path = join(folder, 'audit.ndjson')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function writeEntries(count: number): void {
    const log = AuditLog.open(path)
    for (let number = 1; number <= count; number++)
      log.write({ event: 'decision', by: 'Jörg’s phone ☂', requestId: `r${number}` }, { isSure: number % 2 === 0 })
    log.close()
  }

  const verify = () => verifyAudit(readFileSync(path), readNote(path))
  const lines = () => readFileSync(path, 'utf8').trimEnd().split('\n')
  const rewrite = (changed: string[]) => writeFileSync(path, `${changed.join('\n')}\n`)

  it('goes on where it was left, and is for its owner alone', () => {
    const umask = process.umask(0)
    try {
      writeEntries(3)
    } finally {
      process.umask(umask)
    }
    writeEntries(2)
    expect(verify()).toEqual({ ok: true, count: 5, sealed: 0 })
    for (const file of [path, toNotePath(path)]) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('shows every byte that was flipped, and in which line', () => {
    writeEntries(3)
    const whole = readFileSync(path)
    const noted = readNote(path)
    const missed: number[] = []
    for (let place = 0; place < whole.length; place++) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] as number) ^ 1
      const line = whole.subarray(0, place).toString('latin1').split('\n').length
      const found = verifyAudit(changed, noted)
      // Without its newline a line is one with the next.
      if (found.ok || (found.line !== line && whole[place] !== 10)) missed.push(place)
    }
    expect(missed).toEqual([])
  })

  it('shows every line that was taken away, the first and the last too', () => {
    writeEntries(4)
    const all = lines()
    for (const [index] of all.entries()) {
      rewrite(all.toSpliced(index, 1))
      expect(verify()).toMatchObject({ ok: false, line: index + 1 })
    }
    writeFileSync(path, '')
    expect(verify()).toMatchObject({ ok: false, line: 1 })
  })

  it('shows lines that were exchanged, repeated, or written anew with a hash that fits them', () => {
    writeEntries(4)
    const all = lines() as [string, string, string, string]
    rewrite([all[0], all[2], all[1], all[3]])
    expect(verify()).toMatchObject({ ok: false, line: 2 })
    rewrite([...all.slice(0, 3), all[2], all[3]])
    expect(verify()).toMatchObject({ ok: false, line: 4 })
    const other = join(folder, 'other.ndjson')
    const log = AuditLog.open(other)
    log.write({ event: 'decision', by: 'somebody else' })
    log.close()
    rewrite([readFileSync(other, 'utf8').trimEnd(), ...all.slice(1)])
    expect(verify()).toMatchObject({ ok: false, line: 2, problem: expect.stringContaining('exchanged') })
    rewrite(all)
    rmSync(toNotePath(path))
    expect(verify()).toMatchObject({ ok: false, problem: expect.stringContaining('note') })
  })

  it('seals a line that a kill has cut off, says so, and goes on', () => {
    writeEntries(2)
    const [first = '', text = ''] = lines()
    const second = Buffer.from(text)
    // Killed in the second one: it was never noted.
    for (const length of [1, 40, second.length - 1]) {
      writeFileSync(path, Buffer.concat([Buffer.from(`${first}\n`), second.subarray(0, length)]))
      writeFileSync(toNotePath(path), JSON.stringify({ n: 1, hash: /"hash":"(\w+)"/.exec(first)?.[1] }))
      expect(verify()).toMatchObject({ ok: true })
      writeEntries(1)
      const seal = JSON.parse(lines()[2] as string)
      expect(seal).toMatchObject({ event: 'audit_sealed', bytes: length })
      expect(verify()).toEqual({ ok: true, count: 3, sealed: 1 })
      const damaged = lines()
      rewrite([damaged[0] as string, `${damaged[1]}x`, ...damaged.slice(2)])
      expect(verify()).toMatchObject({ ok: false, line: 2 })
    }
  })

  it('takes a line for whole that lacks only its newline', () => {
    writeEntries(2)
    truncateSync(path, statSync(path).size - 1)
    writeEntries(1)
    expect(verify()).toEqual({ ok: true, count: 3, sealed: 0 })
  })

  it('takes a last line that was tampered with for what it is, when it is opened again', () => {
    writeEntries(3)
    const all = lines()
    rewrite([...all.slice(0, 2), (all[2] as string).replace('r3', 'r9')])
    expect(verify()).toMatchObject({ ok: false, line: 3 })
    writeEntries(1)
    expect(verify()).toMatchObject({ ok: false })
    expect(lines().some((line) => line.includes('audit_damaged'))).toBe(true)
  })

  it('leaves a hole that cannot be closed where lines were cut off while nobody looked', () => {
    writeEntries(4)
    rewrite(lines().slice(0, 2))
    writeEntries(3)
    expect(verify()).toMatchObject({ ok: false, line: 3, problem: expect.stringContaining('taken away') })
  })

  it('opens at any byte it may be cut at', () => {
    writeEntries(2)
    const whole = readFileSync(path)
    const noted = readFileSync(toNotePath(path))
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(path, whole)
      truncateSync(path, length)
      writeFileSync(toNotePath(path), noted)
      writeEntries(1)
      expect(verify().ok).toBe(false)
    }
    appendFileSync(path, Buffer.alloc(5000))
    writeEntries(1)
    expect(readAudit(path, { limit: 1 }).items[0]).toMatchObject({ requestId: 'r1' })
  })

  it('does nothing that it cannot write down, and is whole afterwards', () => {
    writeEntries(1)
    const log = AuditLog.open(path)
    const noted = readFileSync(toNotePath(path))
    // A folder in its place: the note cannot be written.
    rmSync(toNotePath(path))
    mkdirSync(toNotePath(path))
    expect(() => log.write({ event: 'start', by: 'x' })).toThrow(/not done.*written down/)
    rmdirSync(toNotePath(path))
    writeFileSync(toNotePath(path), noted)
    expect(verify()).toEqual({ ok: true, count: 1, sealed: 0 })
    log.write({ event: 'start', by: 'x' })
    log.close()
    expect(verify()).toEqual({ ok: true, count: 2, sealed: 0 })
  })

  it('is read from its end, page by page', () => {
    writeEntries(700)
    const seen: number[] = []
    let before: number | undefined
    for (;;) {
      const page = readAudit(path, { limit: 90, before })
      seen.push(...page.items.map(({ n }) => n))
      if (page.nextBefore === null) break
      before = page.nextBefore
    }
    expect(seen).toEqual(Array.from({ length: 700 }, (_, index) => 700 - index))
    expect(readAudit(join(folder, 'none'), { limit: 5 })).toEqual({ items: [], nextBefore: null })
  })
})
