import { describe, expect, it } from 'vitest'
import { toShownStatus } from './to-shown-status.ts'

describe('the status of a session', () => {
  const known = { isOffline: false, isRead: true, folded: 'disconnected', row: undefined }
  const heldBy = { pid: 1, what: 'a terminal' }

  it('is what its messages amount to, and what the list says until they were read', () => {
    const row = { status: 'working', live: true, heldBy: null } as const
    expect(toShownStatus({ ...known, folded: 'idle', row })).toBe('idle')
    expect(toShownStatus({ ...known, isRead: false, row })).toBe('working')
    expect(toShownStatus({ ...known, isRead: false })).toBe('reading…')
    expect(toShownStatus({ ...known, isOffline: true, folded: 'idle', row })).toBe('disconnected')
  })

  it('is that of the program which has it open', () => {
    const row = { status: 'working', live: false, heldBy } as const
    expect(toShownStatus({ ...known, row })).toBe('working')
    expect(toShownStatus({ ...known, folded: 'awaiting approval', row: { ...row, live: true } })).toBe(
      'awaiting approval',
    )
  })

  it('says beside its word whether it ends, has ended, or only the connection is lost', () => {
    const row = { status: 'disconnected', live: false, heldBy: null } as const
    expect(toShownStatus({ ...known, row })).toBe('disconnected · ended')
    expect(toShownStatus({ ...known, isRead: false, row })).toBe('disconnected · ended')
    expect(toShownStatus({ ...known, isOffline: true, row })).toBe('disconnected')
    const live = { ...row, live: true }
    expect(toShownStatus({ ...known, folded: 'working', row: live, isEnding: true })).toBe('working · ending…')
    expect(toShownStatus({ ...known, row: live, isEnding: true })).toBe('disconnected')
  })
})
