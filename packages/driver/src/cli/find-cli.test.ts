import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DriverError } from '../driver-error.ts'
import { findCli } from './find-cli.ts'

describe('findCli', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'quarterdeck-find-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  function put(path: string, mode = 0o755): string {
    const full = join(home, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, '')
    chmodSync(full, mode)
    return full
  }

  const inModules = `modules/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`
  const look = (more: Partial<Parameters<typeof findCli>[0]> = {}) =>
    findCli({ env: { PATH: join(home, 'bin') }, home, moduleRoots: [join(home, 'modules')], ...more })

  it('takes them in order: named, variable, PATH, local install, node_modules, where an older one is a script', () => {
    const script = put('modules/node_modules/@anthropic-ai/claude-code/cli.js', 0o644)
    expect(look()).toEqual({ path: script, command: process.execPath, args: [script], origin: 'node_modules' })
    const modules = put(inModules)
    expect(look()).toMatchObject({ path: modules, origin: 'node_modules' })
    const local = put('.claude/local/claude')
    expect(look().path).toBe(local)
    const onPath = put('bin/claude')
    expect(look().path).toBe(onPath)
    const variable = put('variable/claude')
    const env = { PATH: join(home, 'bin'), QUARTERDECK_CLAUDE: variable }
    expect(look({ env }).path).toBe(variable)
    const named = put('named/claude')
    expect(look({ env, named }).path).toBe(named)
    expect(look({ env: { ...env, QUARTERDECK_CLAUDE: '' } })).toMatchObject({ path: onPath, origin: 'path' })
  })

  it('passes over a file on PATH that may not be run', () => {
    put('bin/claude', 0o644)
    const local = put('.claude/local/claude')
    expect(look().path).toBe(local)
  })

  it('runs a script with Node, and anything else by itself', () => {
    const script = put('cli.js', 0o644)
    expect(look({ named: script })).toEqual({
      path: script,
      command: process.execPath,
      args: [script],
      origin: 'named',
    })
    const program = put('claude')
    expect(look({ named: program })).toEqual({ path: program, command: program, args: [], origin: 'named' })
  })

  it('never takes one from the folder it happens to be in', () => {
    expect(() => look({ env: { PATH: `:${join(home, 'bin')}:` } })).toThrow(/not found/)
  })

  it('says so when the one that was named may not be run', () => {
    const named = put('claude', 0o644)
    expect(() => look({ named })).toThrow(/may not be run.*chmod \+x/)
  })

  it('says how to install or name one when there is none', () => {
    expect(() => look()).toThrow(DriverError)
    expect(() => look()).toThrow(/not found on PATH.*npm install -g @anthropic-ai\/claude-code.*--claude PATH/)
    expect(() => look({ named: '/no/such/claude' })).toThrow(/no Claude Code CLI at '\/no\/such\/claude'/)
  })
})
