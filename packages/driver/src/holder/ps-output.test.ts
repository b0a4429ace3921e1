import { describe, expect, it } from 'vitest'
import { parseCwd, parseProcess, parseWriters } from './ps-output.ts'

describe('what ps and lsof print', () => {
  it('a process with its start and its arguments', () => {
    expect(parseProcess('  411 S+   Sun Nov  5 11:04:21 2026 /opt/bin/claude --resume abc')).toEqual({
      pid: 411,
      identity: 'Sun Nov  5 11:04:21 2026',
      startedAtMs: Date.UTC(2026, 10, 5, 11, 4, 21),
      argv: ['/opt/bin/claude', '--resume', 'abc'],
    })
  })

  it('no process that has ended, and nothing from an empty line', () => {
    expect(parseProcess('412 Z Sun Nov 15 11:04:21 2026 (claude)')).toBeNull()
    expect(parseProcess('')).toBeNull()
  })

  it('a working directory, spaces and all', () => {
    expect(parseCwd('p411\nfcwd\nn/Users/ada/my code\n')).toBe('/Users/ada/my code')
    expect(parseCwd('')).toBeNull()
  })

  it('only those who have a file open for writing', () => {
    expect(parseWriters('p1\nf3\nar\np2\nf4\naw\np3\nf5\nar\nf6\nau\n')).toEqual([2, 3])
  })
})
