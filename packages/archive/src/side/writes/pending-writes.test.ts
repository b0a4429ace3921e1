import { chmodSync, readdirSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { PendingWrites } from './pending-writes.ts'

const sessionId = '11111111-2222-4333-8444-555555555555'
const place = { folderName: '-work-app', sessionId }
const TRANSCRIPT = `data/projects/-work-app/${sessionId}.jsonl`
let directory: DirectoryForTest
let isHeld: boolean
beforeEach(() => {
  directory = new DirectoryForTest()
  directory.write(TRANSCRIPT, '{"type":"user"}\n')
  isHeld = true
})
afterEach(() => directory.remove())

const open = (now = 1) =>
  new PendingWrites({ folder: directory.path('ours'), isHeld: async () => isHeld, now: () => now })
const titles = () =>
  directory
    .readLines(TRANSCRIPT)
    .map(({ customTitle }) => customTitle)
    .slice(1)
const write = (writes: PendingWrites, title: string) =>
  writes.write(directory.path('data'), place, { type: 'title', title })

describe('PendingWrites', () => {
  it('writes at once what nobody holds', async () => {
    isHeld = false
    const writes = open()
    expect(await write(writes, 'one')).toEqual({ kind: 'written' })
    expect(titles()).toEqual(['one'])
    expect(writes.list()).toEqual([])
  })

  it('keeps what is held, over a restart, and writes it once when it is free', async () => {
    expect(await write(open(), 'one')).toEqual({ kind: 'pending' })
    expect(titles()).toEqual([])
    expect(open().list()).toMatchObject([{ sessionId, fact: { type: 'title', title: 'one' } }])
    expect(await open().retry()).toEqual([])
    isHeld = false
    expect(await open().retry()).toMatchObject([{ sessionId }])
    expect(await open().retry()).toEqual([])
    expect(titles()).toEqual(['one'])
  })

  it('lets the newest of a kind count, and kinds apart', async () => {
    const writes = open()
    await write(writes, 'one')
    await write(writes, 'two')
    await writes.write(directory.path('data'), place, { type: 'tag', tag: 'bug' })
    isHeld = false
    expect(await writes.retry()).toHaveLength(2)
    expect(titles().filter((title) => title !== undefined)).toEqual(['two'])
    expect(directory.readLines(TRANSCRIPT).some(({ tag }) => tag === 'bug')).toBe(true)
  })

  it('a new title replaces one that waits, also when it can be written at once', async () => {
    const writes = open()
    await write(writes, 'old')
    isHeld = false
    await write(writes, 'new')
    await writes.retry()
    expect(titles()).toEqual(['new'])
  })

  it('does not write twice what is retried twice at the same time', async () => {
    const writes = open()
    await write(writes, 'one')
    isHeld = false
    await Promise.all([writes.retry(), writes.retry(), write(writes, 'two'), writes.retry()])
    expect(titles()).toEqual(['one', 'two'])
  })

  it('gives up what is gone, and keeps what cannot be written today', async () => {
    isHeld = false
    const writes = open()
    const gone = { folderName: 'gone', sessionId }
    expect(await writes.write(directory.path('data'), gone, { type: 'tag', tag: 'x' })).toMatchObject({
      kind: 'missing',
    })
    expect(writes.list()).toEqual([])
    const unreadable = { folderName: 'x'.repeat(300), sessionId }
    expect(await writes.write(directory.path('data'), unreadable, { type: 'tag', tag: 'x' })).toMatchObject({
      kind: 'unreadable',
    })
    expect(writes.list()).toMatchObject([unreadable])
    const none = { folderName: '..', sessionId }
    expect(await writes.write(directory.path('data'), none, { type: 'tag', tag: 'x' })).toMatchObject({
      kind: 'refused',
    })
    expect(writes.list()).toHaveLength(1)
  })

  it('accepts nothing that it cannot keep', async () => {
    directory.write('ours', 'a file in the place of the folder')
    expect(await write(open(), 'one')).toMatchObject({ kind: 'unreadable' })
    expect(open().list()).toEqual([])
    expect(titles()).toEqual([])
  })

  it('passes over what is no note of ours, and shows its notes to nobody else', async () => {
    await write(open(), 'one')
    directory.write('ours/bad.json', '{')
    directory.write('ours/odd.json', { fact: { type: 'rm' }, root: '/', folderName: 'x', sessionId, askedAtMs: 1 })
    expect(open().list()).toHaveLength(1)
    chmodSync(directory.path('ours/bad.json'), 0)
    expect(open().list()).toHaveLength(1)
    const note = readdirSync(directory.path('ours')).find((name) => name.startsWith(sessionId)) ?? ''
    expect(statSync(directory.path(`ours/${note}`)).mode & 0o777).toBe(0o600)
    expect(statSync(directory.path('ours')).mode & 0o777).toBe(0o700)
  })
})
