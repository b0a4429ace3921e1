import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { writeSessionFact } from './session-facts.ts'

const sessionId = '11111111-2222-4333-8444-555555555555'
const place = { folderName: '-work-app', sessionId }
const TRANSCRIPT = `data/projects/-work-app/${sessionId}.jsonl`
const FOLDER = `data/projects/-work-app/${sessionId}`
let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

const root = () => directory.path('data')

describe('writeSessionFact', () => {
  it('writes a title as a line and in its file, and takes it away again', () => {
    directory.write(TRANSCRIPT, '{"type":"user"}\n')
    expect(writeSessionFact(root(), place, { type: 'title', title: ' My\n title ' })).toBeNull()
    expect(directory.readLines(TRANSCRIPT)).toEqual([
      { type: 'user' },
      { type: 'custom-title', customTitle: 'My  title', sessionId },
    ])
    expect(JSON.parse(directory.read(`${FOLDER}/custom-title.json`))).toEqual({ customTitle: 'My  title' })
    expect(statSync(directory.path(`${FOLDER}/custom-title.json`)).mode & 0o777).toBe(0o600)
    expect(statSync(directory.path(FOLDER)).mode & 0o777).toBe(0o700)
    expect(writeSessionFact(root(), place, { type: 'title', title: '' })).toBeNull()
    expect(directory.readLines(TRANSCRIPT).at(-1)).toEqual({ type: 'custom-title', customTitle: '', sessionId })
    expect(() => directory.read(`${FOLDER}/custom-title.json`)).toThrow()
  })

  it('writes a title as the name of the agent too, where a newer CLI has done so', () => {
    directory.write(TRANSCRIPT, `{"type":"agent-name","agentName":"Old","sessionId":"${sessionId}"}\n`)
    expect(writeSessionFact(root(), place, { type: 'title', title: 'New' })).toBeNull()
    expect(directory.readLines(TRANSCRIPT).slice(1)).toEqual([
      { type: 'custom-title', customTitle: 'New', sessionId },
      { type: 'agent-name', agentName: 'New', sessionId },
    ])
  })

  it('writes a tag as a line, and the archive mark as a file', () => {
    directory.write(TRANSCRIPT, '{"type":"user"}\n')
    expect(writeSessionFact(root(), place, { type: 'tag', tag: 'bug' })).toBeNull()
    expect(directory.readLines(TRANSCRIPT).at(-1)).toEqual({ type: 'tag', tag: 'bug', sessionId })
    expect(writeSessionFact(root(), place, { type: 'archived', isArchived: true, atMs: 0 })).toBeNull()
    expect(JSON.parse(directory.read(`${FOLDER}/archived.json`))).toMatchObject({
      archived: true,
      at: '1970-01-01T00:00:00.000Z',
    })
  })

  it('does not become part of a torn line', () => {
    directory.write(TRANSCRIPT, '{"type":"user"}\n{"type":"assist')
    writeSessionFact(root(), place, { type: 'tag', tag: 'x' })
    expect(directory.read(TRANSCRIPT)).toBe(
      `{"type":"user"}\n{"type":"assist\n{"type":"tag","tag":"x","sessionId":"${sessionId}"}\n`,
    )
  })

  it('makes no session where there is none', () => {
    const title = { type: 'title', title: 'x' } as const
    expect(writeSessionFact(root(), place, title)).toMatchObject({ kind: 'missing' })
    expect(writeSessionFact(root(), place, { type: 'archived', isArchived: true, atMs: 0 })).toMatchObject({
      kind: 'missing',
    })
    directory.write(TRANSCRIPT, '')
    expect(writeSessionFact(root(), place, title)).toMatchObject({ kind: 'refused' })
    expect(() => statSync(directory.path(FOLDER))).toThrow()
  })

  it('writes nowhere else: no link, no FIFO, no folder but the session’s own', () => {
    const tag = { type: 'tag', tag: 'x' } as const
    directory.write('outside.jsonl', '{}\n')
    mkdirSync(directory.path('data/projects/-work-app'), { recursive: true })
    symlinkSync(directory.path('outside.jsonl'), directory.path(TRANSCRIPT))
    expect(writeSessionFact(root(), place, tag)).toMatchObject({ kind: 'refused' })
    expect(directory.read('outside.jsonl')).toBe('{}\n')

    mkdirSync(directory.path('elsewhere'))
    symlinkSync(directory.path('elsewhere'), directory.path(FOLDER))
    expect(writeSessionFact(root(), place, { type: 'archived', isArchived: true, atMs: 0 })).toMatchObject({
      kind: 'refused',
    })
    expect(() => statSync(directory.path('elsewhere/archived.json'))).toThrow()

    symlinkSync(directory.path('elsewhere'), directory.path('data/projects/linked'))
    const linked = { folderName: 'linked', sessionId }
    expect(writeSessionFact(root(), linked, { type: 'archived', isArchived: true, atMs: 0 })).toMatchObject({
      kind: 'refused',
    })

    mkdirSync(directory.path('data/projects/fifo'))
    execFileSync('mkfifo', [directory.path(`data/projects/fifo/${sessionId}.jsonl`)])
    expect(writeSessionFact(root(), { folderName: 'fifo', sessionId }, tag)).toMatchObject({ kind: 'refused' })

    for (const odd of ['..', '.', '', 'a/b', '../..', 'x\0'])
      expect(writeSessionFact(root(), { folderName: odd, sessionId }, tag)).toMatchObject({ kind: 'refused' })
    expect(writeSessionFact(root(), { ...place, sessionId: '../x' }, tag)).toMatchObject({ kind: 'refused' })
  })

  it('keeps control characters and great length out of titles', () => {
    directory.write(TRANSCRIPT, '{}\n')
    writeSessionFact(root(), place, { type: 'title', title: `\u001b[31m${'😀'.repeat(300)}` })
    const { customTitle } = directory.readLines(TRANSCRIPT).at(-1) as { customTitle: string }
    expect(customTitle.startsWith('[31m😀')).toBe(true)
    expect([...customTitle].length).toBeLessThanOrEqual(200)
  })
})
