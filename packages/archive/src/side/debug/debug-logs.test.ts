import { symlinkSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { listDebugLogs, readDebugLog } from './debug-logs.ts'

const OLD = '11111111-2222-4333-8444-555555555555'
const NEW = '99999999-2222-4333-8444-555555555555'
let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

describe('debug logs', () => {
  it('are listed newest first, with the one the CLI calls the latest', () => {
    utimesSync(directory.write(`debug/${OLD}.txt`, 'old\n'), 1, 1)
    directory.write(`debug/${NEW}.txt`, 'new\n')
    directory.write('debug/other.txt', 'x')
    symlinkSync(directory.path(`debug/${OLD}.txt`), directory.path('debug/latest'))
    const logs = listDebugLogs(directory.root)
    expect(logs).toMatchObject([
      { sessionId: NEW, isLatest: false },
      { sessionId: OLD, isLatest: true, bytes: 4 },
    ])
  })

  it('are read from the end, from the beginning of a line', () => {
    directory.write(`debug/${OLD}.txt`, 'first line\nsecond line\nthird\n')
    expect(readDebugLog(directory.root, OLD)).toMatchObject({ text: 'first line\nsecond line\nthird\n', offset: 0 })
    expect(readDebugLog(directory.root, OLD, 10)).toMatchObject({ text: 'third\n', offset: 23, bytes: 29 })
  })

  it('are not looked for elsewhere', () => {
    expect(listDebugLogs(directory.root)).toMatchObject({ kind: 'missing' })
    expect(readDebugLog(directory.root, OLD)).toMatchObject({ kind: 'missing' })
    expect(readDebugLog(directory.root, '../../etc/passwd')).toMatchObject({ kind: 'refused' })
    directory.write('secret', 's')
    directory.write('debug/x', '')
    symlinkSync('/etc/passwd', directory.path(`debug/${OLD}.txt`))
    expect(readDebugLog(directory.root, OLD)).toMatchObject({ kind: 'refused' })
  })
})
