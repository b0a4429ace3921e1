import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCleanupDays } from './cleanup-days.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quarterdeck-cleanup-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, days: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify({ cleanupPeriodDays: days }))
}
const read = (more: object = {}) =>
  readCleanupDays({ claudeDir: join(root, 'home'), cwd: join(root, 'project'), managedDir: join(root, 'etc'), ...more })

it('readCleanupDays gives what the strongest of the files says that the session reads', () => {
  expect(read()).toBeNull()
  put('home/settings.json', 0)
  expect(read()).toBe(0)
  expect(read({ settingSources: ['project'] })).toBeNull()
  expect(read({ restricted: true })).toBeNull()
  put('project/.claude/settings.json', 7)
  expect(read()).toBe(7)
  put('project/.claude/settings.local.json', 'soon')
  expect(read()).toBe(7)
  put('etc/managed-settings.json', 3)
  expect(read()).toBe(3)
})
