import { describe, expect, it } from 'vitest'
import type { SessionOptions } from '../session-options.ts'
import { withTranscriptsKept } from './keep-transcripts.ts'

const settingsOf = (settings?: SessionOptions['settings'], userDays: number | null = null) =>
  withTranscriptsKept({ cwd: '/p', ...(settings !== undefined && { settings }) }, userDays).settings

describe('withTranscriptsKept', () => {
  it('has the CLI keep all transcripts, whatever the user says, beside what the caller gives', () => {
    expect(settingsOf()).toEqual({ cleanupPeriodDays: 99_999 })
    expect(settingsOf(undefined, 7)).toEqual({ cleanupPeriodDays: 99_999 })
    expect(settingsOf({ model: 'x' })).toEqual({ model: 'x', cleanupPeriodDays: 99_999 })
    expect(settingsOf(' {"model":"x"}\n')).toEqual({ model: 'x', cleanupPeriodDays: 99_999 })
  })

  it("leaves a user's 0 alone: 2.1.38 then writes no transcripts", () => {
    expect(settingsOf(undefined, 0)).toBeUndefined()
    expect(settingsOf({ model: 'x' }, 0)).toEqual({ model: 'x' })
  })

  it('leaves alone what the caller has said itself, a path, and what is no JSON', () => {
    expect(settingsOf({ cleanupPeriodDays: 3 })).toEqual({ cleanupPeriodDays: 3 })
    expect(settingsOf('{"cleanupPeriodDays":3}')).toBe('{"cleanupPeriodDays":3}')
    expect(settingsOf('/etc/settings.json')).toBe('/etc/settings.json')
    expect(settingsOf('{ torn')).toBe('{ torn')
  })
})
