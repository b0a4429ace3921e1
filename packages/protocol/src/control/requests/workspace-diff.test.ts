import { describe, expect, it } from 'vitest'
import { parseControlResult } from '../parse-control-result.ts'

const diff = {
  stats: { filesCount: 1, linesAdded: 1, linesRemoved: 1 },
  perFileStats: [{ path: 'a.txt', added: 1, removed: 1, isBinary: false, isUntracked: false, status: 'modified' }],
  hunks: [
    {
      path: 'a.txt',
      hunks: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-two', '+three'] }],
    },
  ],
  skippedLarge: [],
  restricted: [],
  source: { kind: 'branch', baseBranch: 'main', baseRef: 'origin/main' },
}

describe('get_workspace_diff', () => {
  it('brings the hunks of each changed file', () => {
    const result = parseControlResult('get_workspace_diff', { diff })
    expect(result.ok && result.value.diff?.hunks[0]?.hunks[0]?.lines).toEqual([' one', '-two', '+three'])
  })

  it('takes no hunk without its lines', () => {
    const broken = {
      ...diff,
      hunks: [{ path: 'a.txt', hunks: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2 }] }],
    }
    expect(parseControlResult('get_workspace_diff', { diff: broken }).ok).toBe(false)
  })
})
