import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ReadMarks } from './read-marks.ts'

describe('what was read', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-marks-'))
    path = join(folder, 'read-marks.json')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const end = (since: string) => ({ kind: 'finished' as const, text: 'Done.', since })

  it('is unread until it is read, and that is not forgotten', () => {
    const marks = new ReadMarks(path)
    expect(marks.note('a', end('1'), false)).toBe(true)
    expect(new ReadMarks(path).get('a')).toEqual({ ...end('1'), isUnread: true })
    expect(marks.set('a', false)).toBe(true)
    expect(marks.set('a', false)).toBe(false)
    expect(new ReadMarks(path).listUnread()).toEqual([])
  })

  it('stays read when the same end is seen again, and is unread with the next', () => {
    const marks = new ReadMarks(path)
    marks.note('a', end('1'), false)
    marks.set('a', false)
    expect(new ReadMarks(path).note('a', end('1'), false)).toBe(false)
    expect(marks.note('a', end('2'), false)).toBe(true)
    expect(marks.get('a')?.isUnread).toBe(true)
  })

  it('is read at once by who watched it', () => {
    const marks = new ReadMarks(path)
    marks.note('a', end('1'), true)
    expect(marks.listUnread()).toEqual([])
  })

  it('begins anew with a file that cannot be read, and is for its owner', () => {
    writeFileSync(path, '{"a":')
    new ReadMarks(path).note('b', end('1'), false)
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toEqual(['b'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps the newest only', () => {
    const many = Array.from({ length: 505 }, (_, number) => [`s${number}`, { ...end('1'), isUnread: true }])
    writeFileSync(path, JSON.stringify(Object.fromEntries(many)))
    const marks = new ReadMarks(path)
    marks.note('the newest', end('2'), false)
    expect(marks.listUnread()).toHaveLength(500)
    expect([marks.get('s5'), marks.get('the newest')?.since]).toEqual([null, '2'])
  })
})
