import { describe, expect, it } from 'vitest'
import { toEndWords, toLoginWords } from './why.ts'

const exit = { kind: 'crashed', code: 1, signal: null, forced: false, inTurn: true, stderr: '' } as const

describe('why a session does not go on', () => {
  it('is told with the last words of a process that crashed', () => {
    expect(toEndWords({ ...exit, stderr: 'one\nNo conversation found\n' })).toBe(
      'Claude Code ended by itself, with exit code 1: No conversation found. Send a message to go on.',
    )
    expect(toEndWords({ ...exit, code: null, signal: 'SIGKILL' })).toContain('by SIGKILL')
  })

  it('is told in the words of who ended it, and not at all where a person did', () => {
    expect(toEndWords({ ...exit, reason: 'Nobody watched.' })).toBe('Nobody watched.')
    expect(toEndWords({ ...exit, kind: 'stopped', code: 0 })).toBeUndefined()
  })

  it('names the command that logs in, for each version', () => {
    expect(toLoginWords('2.1.325')).toContain("'claude auth login'")
    expect(toLoginWords('2.1.38')).toContain("'claude' and then /login")
  })
})
