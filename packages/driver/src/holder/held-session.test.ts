import { describe, expect, it } from 'vitest'
import { isCli, isProjectFolder, toHeldSession } from './held-session.ts'

const A = '11111111-2222-4333-8444-555555555555'
const B = '99999999-2222-4333-8444-555555555555'

describe('isCli', () => {
  it('knows the CLI however it was installed', () => {
    expect(isCli(['claude'])).toBe(true)
    expect(isCli(['/home/ada/.local/bin/claude', '-c'])).toBe(true)
    expect(isCli(['node', '/usr/local/bin/claude'])).toBe(true)
    expect(isCli(['/usr/bin/node', '/x/node_modules/@anthropic-ai/claude-code/cli.js'])).toBe(true)
  })

  it('does not take for it what only names it', () => {
    expect(isCli(['vim', '/home/ada/claude'])).toBe(false)
    expect(isCli(['bash', '-c', `claude --resume ${A}`])).toBe(false)
    expect(isCli(['node', 'server.js', '/usr/bin/claude'])).toBe(false)
    expect(isCli([])).toBe(false)
  })
})

describe('toHeldSession', () => {
  it('finds the session that was asked for, in each spelling', () => {
    for (const argv of [['--resume', A], [`--resume=${A}`], ['-r', A.toUpperCase()], ['-p', 'hi', `--session-id=${A}`]])
      expect(toHeldSession(['claude', ...argv])).toBe(A)
  })

  it('holds the fork and not what it was forked from', () => {
    expect(toHeldSession(['claude', '--resume', A, '--fork-session'])).toBeNull()
    expect(toHeldSession(['claude', '--resume', A, '--fork-session', '--session-id', B])).toBe(B)
  })

  it('says nothing of a new session, the picker or a search', () => {
    for (const argv of [[], ['--resume'], ['--resume', 'my title'], ['--continue']])
      expect(toHeldSession(['claude', ...argv])).toBeNull()
  })
})

describe('isProjectFolder', () => {
  it('spells a path as the CLI does', () => {
    expect(isProjectFolder('-home-ada-my-code-x-y', '/home/ada/my code/x.y')).toBe(true)
    expect(isProjectFolder('-home-ada-my', '/home/ada/my code')).toBe(false)
  })

  it('knows a long one by its beginning', () => {
    const long = `/${'a'.repeat(250)}`
    expect(isProjectFolder(`-${'a'.repeat(199)}-1x2y3z`, long)).toBe(true)
    expect(isProjectFolder(`-${'a'.repeat(250)}`, long)).toBe(false)
  })
})
