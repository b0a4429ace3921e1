import { createRandom } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { toCleanupDays, toDeletionMs } from './clean-up.ts'
import { mergeSettings, type SettingsSource } from './merge-settings.ts'
import { readSettings } from './read-settings.ts'

let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

const where = () => ({
  root: directory.path('data'),
  project: directory.path('project'),
  managedFolder: directory.path('managed'),
})

describe('readSettings', () => {
  it('merges user, project, local and managed, and says who gave what', () => {
    directory.write('data/settings.json', {
      model: 'opus',
      permissions: { allow: ['A', 'B'], defaultMode: 'plan' },
      env: { X: '1' },
    })
    directory.write('project/.claude/settings.json', { model: 'sonnet', permissions: { allow: ['B', 'C'] } })
    directory.write('project/.claude/settings.local.json', { permissions: { deny: ['D'] }, env: { Y: '2' } })
    directory.write('managed/managed-settings.json', { permissions: { defaultMode: 'default' }, cleanupPeriodDays: 90 })
    directory.write('managed/managed-settings.d/10-more.json', { permissions: { deny: ['E'] } })
    const { settings, provenance, layers } = readSettings(where())
    expect(settings).toEqual({
      model: 'sonnet',
      permissions: { allow: ['A', 'B', 'C'], defaultMode: 'default', deny: ['D', 'E'] },
      env: { X: '1', Y: '2' },
      cleanupPeriodDays: 90,
    })
    expect(provenance).toEqual({
      model: ['project'],
      'permissions.allow': ['user', 'project'],
      'permissions.defaultMode': ['managed'],
      'permissions.deny': ['local', 'managed'],
      'env.X': ['user'],
      'env.Y': ['local'],
      cleanupPeriodDays: ['managed'],
    })
    expect(layers.map(({ source, state }) => `${source} ${state}`)).toEqual([
      'user read',
      'project read',
      'local read',
      'managed read',
      'managed read',
    ])
  })

  it('says which file cannot be used and why, and goes by the others', () => {
    directory.write('data/settings.json', '{"model": "opus"')
    directory.write('project/.claude/settings.json', '[1]')
    directory.write('project/.claude/settings.local.json', '  ')
    const { settings, layers } = readSettings(where())
    expect(settings).toEqual({})
    expect(layers.map(({ source, state, reason }) => [source, state, reason])).toEqual([
      ['user', 'malformed', 'settings.json is no JSON object'],
      ['project', 'malformed', '.claude/settings.json is no JSON object'],
      ['local', 'read', null],
      ['managed', 'missing', 'managed-settings.json is not there'],
    ])
  })

  it('lets no file reach what all objects share', () => {
    directory.write(
      'data/settings.json',
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "env": {"__proto__": {"polluted": 1}}}',
    )
    expect(readSettings(where()).settings).toEqual({ env: {} })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('mergeSettings', () => {
  it('accounts for every value: each leaf has a source that says so', () => {
    const random = createRandom(3)
    const sources: SettingsSource[] = ['user', 'project', 'local', 'managed']
    const pick = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 2 ? 2 : 3))
      if (kind === 0) return Math.floor(random() * 5)
      if (kind === 1) return Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * 5))
      return Object.fromEntries(['a', 'b', 'c'].filter(() => random() < 0.6).map((key) => [key, pick(depth + 1)]))
    }
    for (let round = 0; round < 500; round++) {
      const layers = sources.map((source) => ({ source, settings: { root: pick(0) } }))
      const { settings, provenance } = mergeSettings(layers)
      for (const [path, given] of Object.entries(provenance)) {
        const get = (value: unknown) =>
          path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], value)
        const value = get(settings)
        for (const source of given) {
          const own = get(layers.find((layer) => layer.source === source)?.settings)
          if (Array.isArray(value)) expect(value).toEqual(expect.arrayContaining(own as unknown[]))
          else expect(own).toEqual(value)
        }
      }
    }
  })
})

describe('the clean-up of the CLI', () => {
  it('comes after thirty days, or as many as the settings say', () => {
    expect(toCleanupDays({})).toBe(30)
    expect(toCleanupDays({ cleanupPeriodDays: 90 })).toBe(90)
    for (const odd of ['90', -1, 1.5, null, Number.NaN]) expect(toCleanupDays({ cleanupPeriodDays: odd })).toBe(30)
    expect(toDeletionMs(Date.UTC(2026, 0, 1), { cleanupPeriodDays: 31 })).toBe(Date.UTC(2026, 1, 1))
  })
})
