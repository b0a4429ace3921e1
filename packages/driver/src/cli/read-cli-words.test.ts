import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliFlags } from '@quarterdeck/protocol/pure'
import { CLI_VERSIONS, findRealCli } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { type Capability, supports } from './cli-support.ts'
import { isAtLeast } from './cli-version.ts'
import { FLAG_TABLE } from './launch-table.ts'
import { readCliWords } from './read-cli-words.ts'

describe('readCliWords', () => {
  it('finds words across the seams of what is read at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-words-'))
    const path = join(folder, 'cli.js')
    const words = 'x={type:"user",subtype:z.literal("seam")};y.subtype==="asked";o("-n, --name <name>","A name")'
    for (let shift = 0; shift < words.length; shift += 7) {
      writeFileSync(path, Buffer.concat([Buffer.alloc(256 * 1024 - shift, 0xff), Buffer.from(words)]))
      expect(await readCliWords(path)).toEqual({
        types: new Set(['user']),
        subtypes: new Set(['seam', 'asked']),
        flags: new Set(['--name']),
      })
    }
    rmSync(folder, { recursive: true })
  })

  it.each(CLI_VERSIONS)('finds the flags of %s that we say it has, and no other of ours', async (version) => {
    const { flags, subtypes, types } = await readCliWords(findRealCli(version))
    // Of those that we never send we have not said since when they are there.
    const sent = Object.keys(cliFlags).filter((flag) => FLAG_TABLE[flag as keyof typeof cliFlags].kind !== 'never')
    const later = sent.filter((flag) => {
      const row = FLAG_TABLE[flag as keyof typeof cliFlags]
      return 'since' in row && !isAtLeast(version, row.since ?? '0.0.0')
    })
    const byInitialize = version === '2.1.38' ? ['--prompt-suggestions', '--forward-subagent-text'] : []
    expect(sent.filter((flag) => !flags.has(flag)).sort()).toEqual([...later, ...byInitialize].sort())
    expect(types).toContain('control_request')
    expect(subtypes).toContain('can_use_tool')
    const has = (capability: Capability) => supports(version, capability)
    expect(types.has('prompt_suggestion')).toBe(has('promptSuggestions'))
    expect(types.has('command_lifecycle')).toBe(has('messageLifecycle'))
    expect(subtypes.has('session_state_changed')).toBe(has('sessionState'))
    expect(subtypes.has('get_context_usage')).toBe(has('contextUsage'))
    expect(flags.has('--include-hook-events')).toBe(has('hookEvents'))
    expect(flags.has('--forward-subagent-text')).toBe(has('forwardSubagentText'))
  })
})
