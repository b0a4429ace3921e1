import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettingsMode } from './settings-mode.ts'

describe('readSettingsMode', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'quarterdeck-settings-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function put(path: string, text: string): void {
    const full = join(root, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
  }
  const write = (path: string, mode: string) => put(path, JSON.stringify({ permissions: { defaultMode: mode } }))
  const read = (more: object = {}) =>
    readSettingsMode({
      claudeDir: join(root, 'home'),
      cwd: join(root, 'project'),
      managedDir: join(root, 'etc'),
      ...more,
    })

  it('takes the user, the project, the local and the managed settings, each over the one before', () => {
    expect(read()).toBeNull()
    write('home/settings.json', 'plan')
    expect(read()).toBe('plan')
    write('project/.claude/settings.json', 'acceptEdits')
    expect(read()).toBe('acceptEdits')
    write('project/.claude/settings.local.json', 'dontAsk')
    expect(read()).toBe('dontAsk')
    write('etc/managed-settings.json', 'default')
    expect(read()).toBe('default')
  })

  it('reads only the sources that the session reads', () => {
    write('home/settings.json', 'plan')
    write('project/.claude/settings.json', 'acceptEdits')
    expect(read({ settingSources: ['user'] })).toBe('plan')
    expect(read({ restricted: true })).toBeNull()
  })

  it('passes over what is broken or no mode', () => {
    put('project/.claude/settings.json', '{')
    write('project/.claude/settings.local.json', 'whatever')
    write('home/settings.json', 'plan')
    expect(read()).toBe('plan')
  })
  it('does not wait for what is no plain file', () => {
    write('home/settings.json', 'plan')
    mkdirSync(join(root, 'project/.claude'), { recursive: true })
    execFileSync('mkfifo', [join(root, 'project/.claude/settings.json')])
    symlinkSync('/dev/zero', join(root, 'project/.claude/settings.local.json'))
    expect(read()).toBe('plan')
  })
})
