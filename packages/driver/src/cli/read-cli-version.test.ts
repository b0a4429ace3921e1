import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DriverError } from '../driver-error.ts'
import { readCliVersion } from './read-cli-version.ts'

describe('readCliVersion', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-version-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const env = { PATH: process.env.PATH, QUARTERDECK_TOKEN: 'secret' }

  function put(source: string) {
    const path = join(folder, 'claude')
    writeFileSync(path, `#!/bin/sh\necho asked >> "${folder}/asked"\n${source}\n`, { mode: 0o755 })
    return { path, command: path, args: [] }
  }

  const countAsked = () => readFileSync(join(folder, 'asked'), 'utf8').split('\n').length - 1

  it('asks once for each file, and again when it has changed', async () => {
    const cli = put('echo "2.1.38 (Claude Code)"')
    const both = await Promise.all([readCliVersion(cli, env), readCliVersion(cli, env)])
    expect([...both, countAsked()]).toEqual(['2.1.38', '2.1.38', 1])
    put('echo "2.1.325 (Claude Code) "')
    expect([await readCliVersion(cli, env), countAsked()]).toEqual(['2.1.325', 2])
  })

  it('keeps our secrets to ourselves', async () => {
    expect(await readCliVersion(put('echo "1$QUARTERDECK_TOKEN.2.3" | sed s/^1/2/'), env).catch(String)).toBe('2.2.3')
  })

  it.each([
    [
      'is too old',
      'echo "1.0.128 (Claude Code)"',
      'cli_too_old',
      /version 1\.0\.128; at least 2\.1\.1 is needed.*Update it/,
    ],
    ['says something else', 'echo hello; echo more', 'cli_unusable', /ended with 0 and said 'hello'\. Check/],
    ['fails', 'echo "no licence" >&2; exit 3', 'cli_unusable', /ended with 3 and said 'no licence'/],
    ['never answers', 'exec sleep 60', 'cli_unusable', /did not answer in 0\.3 s/],
  ])('says what to do about a program that %s', async (_, source, code, message) => {
    const error = await readCliVersion(put(source), env, 300).catch((reason) => reason)
    expect(error).toBeInstanceOf(DriverError)
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('asks again after a failure', async () => {
    const cli = put(`test -e "${folder}/ready" || exit 1; echo 2.1.38`)
    await expect(readCliVersion(cli, env)).rejects.toThrow(DriverError)
    writeFileSync(join(folder, 'ready'), '')
    expect(await readCliVersion(cli, env)).toBe('2.1.38')
  })

  it('says that there is no such program', async () => {
    const cli = { path: '/no/such', command: '/no/such', args: [] }
    await expect(readCliVersion(cli, env)).rejects.toThrow(/gave no version: ENOENT/)
  })
})
