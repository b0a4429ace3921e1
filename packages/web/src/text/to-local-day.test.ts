import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SessionFold } from '../live/session-fold.ts'
import { toLocalDay } from './to-local-day.ts'

describe('the day of a moment', () => {
  beforeAll(() => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
  })
  afterAll(() => {
    vi.unstubAllEnvs()
  })

  it('is the one that it is where the page is read', () => {
    expect(toLocalDay('2026-01-09T14:59:00.000Z')).toBe('2026-01-09')
    expect(toLocalDay('2026-01-09T15:00:00.000Z')).toBe('2026-01-10')
    expect(toLocalDay('no time at all')).toBe('no time at')
  })

  it('parts a session where it changes for the reader', async () => {
    const session = new SessionFold()
    const say = (uuid: string, timestamp: string, parentUuid: string | null) => ({
      type: 'user',
      uuid,
      parentUuid,
      timestamp,
      message: { role: 'user', content: uuid },
    })
    const lines = [say('a', '2026-01-09T14:00:00.000Z', null), say('b', '2026-01-09T16:00:00.000Z', 'a')]
    await session.prepend(lines, () => Promise.resolve())
    expect(session.rows.map(({ kind }) => kind)).toEqual(['user', 'day', 'user'])
  })
})
