import type { SessionRow } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import { findNewestWithFiles } from './find-newest-with-files.ts'

const toRow = (sessionId: string, modified: string, more: Partial<SessionRow> = {}) =>
  ({ sessionId, modified, projectPath: '/one', archived: false, ...more }) as SessionRow

describe('the session whose files are shown at first', () => {
  const rows = [
    toRow('older', '2026-01-01T00:00:00Z'),
    toRow('none', '2026-01-03T00:00:00Z'),
    toRow('newer', '2026-01-02T00:00:00Z'),
    toRow('away', '2026-01-05T00:00:00Z', { archived: true }),
    toRow('other', '2026-01-04T00:00:00Z', { projectPath: '/two' }),
  ]
  const withFiles = (...ids: string[]) => {
    const asked: string[] = []
    const read = async (id: string) => {
      asked.push(id)
      return { items: ids.includes(id) ? [{}] : [] }
    }
    return { asked, read }
  }

  it('is the newest that changed some, and older ones are not asked for', async () => {
    const { asked, read } = withFiles('newer', 'older', 'away')
    expect(await findNewestWithFiles(rows, '', read)).toBe('newer')
    expect(asked).toEqual(['other', 'none', 'newer'])
  })

  it('is one of the chosen project', async () => {
    expect(await findNewestWithFiles(rows, '/one', withFiles('other', 'older').read)).toBe('older')
  })

  it('is none where nothing was changed, and one that cannot be read is passed over', async () => {
    expect(await findNewestWithFiles(rows, '', withFiles().read)).toBeNull()
    const { read } = withFiles('newer')
    const torn = (id: string) => (id === 'other' ? Promise.reject(new Error('away')) : read(id))
    expect(await findNewestWithFiles(rows, '', torn)).toBe('newer')
  })

  it('is not looked for in all that there ever was', async () => {
    const many = Array.from({ length: 40 }, (_, day) =>
      toRow(`s${day}`, `2026-02-01T00:00:${String(day).padStart(2, '0')}Z`),
    )
    const { asked, read } = withFiles('s0')
    expect(await findNewestWithFiles(many, '', read)).toBeNull()
    expect(asked).toHaveLength(12)
  })
})
