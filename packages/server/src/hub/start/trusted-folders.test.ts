import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCliTrust } from './cli-trust.ts'
import { TrustedFolders } from './trusted-folders.ts'

describe('trusted folders', () => {
  let home: string
  let trusted: TrustedFolders
  const at = (...parts: string[]) => join(home, ...parts)

  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-trust-')))
    for (const folder of ['code/app/lib', 'code/vendor/.git', 'code/vendor/src', 'other'])
      mkdirSync(at(folder), { recursive: true })
    trusted = open()
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  function open(): TrustedFolders {
    const isTrustedByCli = createCliTrust({ claudeDir: at('.claude'), stateFolder: home })
    return new TrustedFolders(at('data', 'trusted-folders.json'), isTrustedByCli)
  }

  function writeCliState(folder: string, accepted: unknown, path = at('.claude.json')): void {
    writeFileSync(path, JSON.stringify({ projects: { [folder]: { hasTrustDialogAccepted: accepted } } }))
  }

  it('are none at first, and are named in the refusal', () => {
    expect(trusted.has(at('code'))).toBe(false)
    expect(() => trusted.assertTrusted(at('code'))).toThrow(/code' is new here.*trust: true/)
  })

  it('are kept when something has begun there, with what is below, and not when it came to nothing', () => {
    const failed = trusted.grant(at('code'))
    expect(trusted.has(at('code'))).toBe(true)
    failed.withdraw()
    expect(trusted.has(at('code'))).toBe(false)
    expect(trusted.grant(at('code')).keep()).toBe(true)
    expect(trusted.grant(at('code')).keep()).toBe(false)
    expect([trusted, open()].map((each) => each.has(at('code/app/lib')))).toEqual([true, true])
    expect(trusted.has(at('other'))).toBe(false)
    expect(statSync(at('data/trusted-folders.json')).mode & 0o777).toBe(0o600)
  })

  it('are where they really are: a link in one of them leads out of it', () => {
    trusted.grant(at('code')).keep()
    symlinkSync(at('other'), at('code/link'))
    expect(trusted.has(at('code/link'))).toBe(false)
    trusted.grant(at('code/link')).keep()
    expect(trusted.has(at('other'))).toBe(true)
  })

  it('are named from / on: what is not is no folder of the server', () => {
    trusted.grant(process.cwd()).keep()
    expect([process.cwd(), '', '.', './packages'].map((each) => trusted.has(each))).toEqual([true, false, false, false])
  })

  it('hold while one of two that try at once has not ended', () => {
    const [first, second] = [trusted.grant(at('code')), trusted.grant(at('code'))]
    first.withdraw()
    first.withdraw()
    expect(trusted.has(at('code'))).toBe(true)
    second.withdraw()
    expect(trusted.has(at('code'))).toBe(false)
  })

  it('do not speak for a repository inside of them, whose files come from somebody else', () => {
    trusted.grant(at('code')).keep()
    expect(trusted.has(at('code/vendor/src'))).toBe(false)
    trusted.grant(at('code/vendor')).keep()
    expect(trusted.has(at('code/vendor/src'))).toBe(true)
  })

  it("are also those of the CLI's own dialog, as they stand now", () => {
    writeCliState(at('code'), true)
    expect(trusted.has(at('code/app'))).toBe(true)
    expect(trusted.has(at('code/vendor'))).toBe(false)
    writeCliState(at('code'), false)
    expect(trusted.has(at('code/app'))).toBe(false)
    writeCliState(at('code'), 'true')
    expect(trusted.has(at('code/app'))).toBe(false)
    rmSync(at('.claude.json'))
    expect(trusted.has(at('code/app'))).toBe(false)
  })

  it('are read from the older file where the CLI still has it, and are none where it cannot be read', () => {
    mkdirSync(at('.claude'))
    writeCliState(at('code'), true)
    writeCliState(at('other'), true, at('.claude/.config.json'))
    expect([trusted.has(at('code')), trusted.has(at('other'))]).toEqual([false, true])
    writeFileSync(at('.claude/.config.json'), '{"projects":')
    expect(trusted.has(at('other'))).toBe(false)
    writeFileSync(at('.claude/.config.json'), '{"projects":{"/":null}}')
    expect(trusted.has(at('other'))).toBe(false)
  })
})
