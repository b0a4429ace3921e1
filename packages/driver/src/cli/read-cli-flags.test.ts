import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRealCli } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { readCliFlags } from './read-cli-flags.ts'

const toCli = (path: string) => ({ path, command: path, args: [] })

describe('the flags of a CLI', () => {
  it('are read where its version lies between those that are known', async () => {
    const path = findRealCli('2.1.38')
    expect(await readCliFlags(toCli(path), '2.1.100')).toContain('--replay-user-messages')
    expect(await readCliFlags(toCli(path), '2.1.100')).not.toContain('--include-hook-events')
    for (const version of ['2.1.1', '2.1.38', '2.1.325', '3.0.0'])
      expect(await readCliFlags(toCli(path), version)).toBeNull()
  })

  it('are not known of a wrapper, nor of what is not there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flags-'))
    const wrapper = join(folder, 'claude')
    writeFileSync(wrapper, '#!/bin/sh\nexec /opt/claude "$@"\n')
    expect(await readCliFlags(toCli(wrapper), '2.1.100')).toBeNull()
    expect(await readCliFlags(toCli(join(folder, 'none')), '2.1.100')).toBeNull()
    rmSync(folder, { recursive: true })
  })
})
