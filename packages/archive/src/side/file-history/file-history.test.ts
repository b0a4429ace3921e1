import { CLI_VERSIONS, readRecording } from '@quarterdeck/testkit'
import { applyPatch } from 'diff'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { isObject, parseJson } from '../parse-json.ts'
import { diffVersions } from './diff-versions.ts'
import { toFileChange } from './file-change.ts'
import { findLastTouch } from './find-last-touch.ts'
import { listFileVersions } from './list-file-versions.ts'
import { readFileVersion } from './read-file-version.ts'

const SESSION = '11111111-2222-4333-8444-555555555555'
const HOME = '/home/user/project'
let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

function play(version: string, name: string) {
  let [sessionId, lines] = ['', [] as Record<string, unknown>[]]
  for (const file of readRecording(version, name).files) {
    directory.write(file.path.replace(/^\.claude\//, ''), file.lines.join('\n'))
    const id = /projects\/[^/]+\/([^/]+)\.jsonl$/.exec(file.path)?.[1]
    if (id !== undefined) [sessionId, lines] = [id, file.lines.map(parseJson).filter(isObject)]
  }
  return { sessionId, lines }
}

async function readAll(sessionId: string, lines: Record<string, unknown>[]) {
  const versions = await listFileVersions(directory.root, sessionId, lines)
  return Promise.all(
    versions.map(async ({ name, path, messageId }) => {
      const read = await readFileVersion(directory.root, sessionId, name, lines)
      return { path, messageId, text: read.kind === 'content' ? read.content.toString() : read.kind }
    }),
  )
}

describe.each(CLI_VERSIONS)('file history as %s left it', (version) => {
  it('an edit: the copy from before, and the text after it, both tied to a message', async () => {
    const { sessionId, lines } = play(version, 'edit')
    const versions = await readAll(sessionId, lines)
    expect(versions.map(({ path, text }) => ({ path, text }))).toEqual([
      { path: `${HOME}/a.txt`, text: 'one\ntwo\n' },
      { path: `${HOME}/a.txt`, text: 'one\nthree\n' },
    ])
    const ids = new Set(lines.map((line) => line.uuid))
    expect(versions.every(({ messageId }) => ids.has(messageId))).toBe(true)
  })

  it('a new file: that it was not there, and its text', async () => {
    const { sessionId, lines } = play(version, 'write-create')
    expect((await readAll(sessionId, lines)).map(({ path, text }) => ({ path, text }))).toEqual([
      { path: `${HOME}/notes/new.txt`, text: 'absent' },
      { path: `${HOME}/notes/new.txt`, text: 'new\n' },
    ])
  })

  it('a file that was overwritten, and a notebook', async () => {
    const written = play(version, 'write-update')
    expect((await readAll(written.sessionId, written.lines)).map(({ text }) => text)).toEqual(['one\ntwo\n', 'other\n'])
    const notebook = play(version, 'notebook-edit')
    const cells = await readAll(notebook.sessionId, notebook.lines)
    expect(cells.at(0)?.text).toContain('print(1)')
    // The recording keeps no words of a notebook, but the CLI writes it with other spaces.
    expect(cells.at(-1)?.text).toContain('\n "cells": [')
    expect(cells.at(-1)?.path).toBe(`${HOME}/n.ipynb`)
  })

  it('which session changed a file last', async () => {
    const sessions = ['edit', 'write-update', 'bash'].map((name, place) => {
      const { sessionId, lines } = play(version, name)
      return { sessionId, modifiedMs: Number.MAX_SAFE_INTEGER - place, readLines: () => lines }
    })
    const touch = await findLastTouch(`${HOME}/a.txt`, sessions)
    expect(touch?.sessionId).toBe(sessions[1]?.sessionId)
    expect(await findLastTouch(`${HOME}/b.txt`, sessions)).toBeNull()
  })
})

describe('findLastTouch', () => {
  it('does not read sessions that ended before', async () => {
    const { lines } = play('2.1.38', 'edit')
    const unread = () => {
      throw new Error('read in vain')
    }
    const touch = await findLastTouch(`${HOME}/a.txt`, [
      { sessionId: 'old', modifiedMs: 1, readLines: unread },
      { sessionId: 'new', modifiedMs: Number.MAX_SAFE_INTEGER, readLines: () => lines },
    ])
    expect(touch?.sessionId).toBe('new')
  })
})

describe('toFileChange', () => {
  const toLine = (data: object, isError = false) => ({
    type: 'user',
    uuid: 'u',
    message: { content: [{ type: 'tool_result', tool_use_id: 't', is_error: isError }] },
    toolUseResult: data,
  })

  it('puts the new text in as it is, every time or once', () => {
    const edit = { filePath: '/a', oldString: 'x', newString: '$&$1', originalFile: 'x x' }
    expect(toFileChange(toLine(edit))?.after).toBe('$&$1 x')
    expect(toFileChange(toLine({ ...edit, replaceAll: true }))?.after).toBe('$&$1 $&$1')
  })

  it('takes several edits in their order, and an edit of nothing as a new file', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c' },
    ]
    expect(toFileChange(toLine({ filePath: '/a', edits, originalFileContents: 'a' }))?.after).toBe('c')
    const made = toFileChange(toLine({ filePath: '/a', oldString: '', newString: 'new', originalFile: null }))
    expect(made).toMatchObject({ before: null, after: 'new' })
  })

  it('makes no content up', () => {
    const long = toFileChange(toLine({ filePath: '/a', oldString: 'x', newString: 'y', originalFile: null }))
    expect(long).toMatchObject({ before: undefined, after: undefined })
    const odd = toFileChange(toLine({ filePath: '/a', oldString: 'not there', newString: 'y', originalFile: 'x' }))
    expect(odd).toMatchObject({ before: 'x', after: undefined })
  })

  it('says nothing of what failed, only read, or is no tool result', () => {
    const edit = { filePath: '/a', oldString: 'x', newString: 'y', originalFile: 'x' }
    expect(toFileChange(toLine(edit, true))).toBeNull()
    expect(toFileChange(toLine({ type: 'text', file: { filePath: '/a', content: 'x' } }))).toBeNull()
    expect(toFileChange({ type: 'assistant', message: null })).toBeNull()
  })
})

describe('versions of a session', () => {
  it('lists a copy of which no line tells', async () => {
    directory.write(`file-history/${SESSION}/a1b2c3d4e5f60718@v3`, 'lost\n')
    expect(await listFileVersions(directory.root, SESSION, [])).toMatchObject([
      { name: 'a1b2c3d4e5f60718@v3', path: null, bytes: 5 },
    ])
  })

  it('reads no copy outside the folder of the session', async () => {
    directory.write('file-history/secret@v1', 'secret')
    const snapshot = { trackedFileBackups: { a: { backupFileName: '../secret@v1', version: 1 } } }
    const lines = [{ type: 'file-history-snapshot', cwd: '/p', snapshot }]
    const [version] = await listFileVersions(directory.root, SESSION, lines)
    expect(version).toMatchObject({ sha256: null })
    for (const name of ['../secret@v1', '..%2fsecret@v1', 'x\0@v1', ''])
      expect((await readFileVersion(directory.root, SESSION, name, lines)).kind).toBe('missing')
    expect((await readFileVersion(directory.root, '..', 'secret@v1', lines)).kind).toBe('missing')
  })
})

describe('diffVersions', () => {
  const side = (text: string | null, label = 'a.txt') => ({ content: text === null ? null : Buffer.from(text), label })

  it('is a unified diff with its counts', () => {
    const diff = diffVersions(side('one\ntwo\n'), side('one\nthree\n', 'b.txt'))
    expect(diff).toMatchObject({ kind: 'diff', added: 1, removed: 1 })
    expect(diff.kind === 'diff' && diff.patch).toContain('--- a.txt\n+++ b.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n')
  })

  it('knows a file that was not there from an empty one', () => {
    expect(diffVersions(side(null), side('x\n'))).toMatchObject({ kind: 'diff', added: 1, removed: 0 })
    expect(diffVersions(side(null), side(null)).kind).toBe('same')
    expect(diffVersions(side(''), side('')).kind).toBe('same')
    expect(diffVersions(side(null), side('')).kind).toBe('diff')
  })

  it('says what is binary, and what is too large', () => {
    expect(diffVersions(side('a\0b'), side('c')).kind).toBe('binary')
    expect(diffVersions(side('x'.repeat(9_000_000)), side('y')).kind).toBe('too-large')
  })

  it('is coarse and still right where the changes are too many', () => {
    const many = (seed: string) => `same\n${Array.from({ length: 30_000 }, (_, at) => `${seed}${at}`).join('\n')}`
    const [old, next] = [`${many('a')}\nend\n`, many('b')]
    const diff = diffVersions(side(old), side(next))
    expect(diff).toMatchObject({ kind: 'diff', isCoarse: true, added: 30_000, removed: 30_001 })
    expect(diff.kind === 'diff' && applyPatch(old, diff.patch)).toBe(next)
  })
})
