import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { RouteCall } from '../app/serve.ts'
import { createSettingsRoutes, type SettingsParts } from './settings-routes.ts'

describe("the user's settings", () => {
  let claudeDir: string
  let path: string
  let noted: AuditEntry[]
  beforeEach(() => {
    claudeDir = mkdtempSync(join(tmpdir(), 'user-settings-'))
    path = join(claudeDir, 'settings.json')
    noted = []
  })
  afterEach(() => rmSync(claudeDir, { recursive: true, force: true }))

  const patch = (body: object) => {
    const parts = { claudeDir, audit: { write: (entry: AuditEntry) => noted.push(entry) } } as unknown as SettingsParts
    const route = createSettingsRoutes(parts).find((each) => each.path === '/api/claude/settings/user')
    const call = { body: route?.body?.parse(body), caller: { kind: 'device', deviceId: 'd', name: 'a phone' } }
    return route?.handle(call as RouteCall)
  }
  const read = () => JSON.parse(readFileSync(path, 'utf8'))
  const keep = (settings: object) => writeFileSync(path, JSON.stringify(settings))

  it('are in the record with what they were and what they are', () => {
    keep({ cleanupPeriodDays: 20, env: { SECRET: 'x' } })
    patch({ cleanupPeriodDays: 90, language: 'Plattdüütsch' })
    expect(noted).toEqual([
      {
        ...{ event: 'settings_wanted', by: 'a phone', deviceId: 'd', path },
        settings: ['cleanupPeriodDays', 'language'],
        was: { cleanupPeriodDays: 20, language: null },
        is: { cleanupPeriodDays: 90, language: 'Plattdüütsch' },
      },
    ])
  })

  it('keep sessions for a shorter time only for somebody who says that older ones may go', () => {
    expect(() => patch({ cleanupPeriodDays: 29 })).toThrow(
      'Claude Code would delete all sessions that are older than 29 days when it next starts, for good; now it keeps them for 30.',
    )
    expect(noted).toEqual([])
    patch({ cleanupPeriodDays: 29, confirm: 'delete_older' })
    expect(read()).toEqual({ cleanupPeriodDays: 29 })
    patch({ cleanupPeriodDays: 365 })
    // Without the setting it is 30 again.
    expect(() => patch({ cleanupPeriodDays: null })).toThrow('older than 30 days')
    patch({ cleanupPeriodDays: null, confirm: 'delete_older' })
    expect(read()).toEqual({})
    expect(() => patch({ confirm: 'delete_older' })).toThrow('Name a setting')
  })

  it('are otherwise changed without being asked', () => {
    keep({ cleanupPeriodDays: 365 })
    patch({ language: 'Deutsch' })
    patch({ cleanupPeriodDays: 365 })
    patch({ cleanupPeriodDays: 366 })
    expect(read()).toEqual({ cleanupPeriodDays: 366, language: 'Deutsch' })
  })
})
