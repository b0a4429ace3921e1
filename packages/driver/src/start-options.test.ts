import { describe, expect, it } from 'vitest'
import { toArgv } from './start-options.ts'

const base = { cwd: '/project', sessionId: '11111111-2222-4333-8444-555555555555' }

describe('toArgv', () => {
  it('asks for everything the page needs, and to be asked before tools run', () => {
    expect(toArgv(base)).toEqual([
      '--output-format=stream-json',
      '--input-format=stream-json',
      '--verbose',
      '--include-partial-messages',
      '--replay-user-messages',
      '--permission-prompt-tool=stdio',
      '--permission-mode=default',
      `--session-id=${base.sessionId}`,
    ])
  })

  it('resumes instead of beginning anew', () => {
    const argv = toArgv({ ...base, resume: true })
    expect(argv).toContain(`--resume=${base.sessionId}`)
    expect(argv.join(' ')).not.toContain('--session-id')
  })

  it('keeps a value from being taken for a flag', () => {
    const argv = toArgv({ ...base, model: '--dangerously-skip-permissions' })
    expect(argv).toContain('--model=--dangerously-skip-permissions')
    expect(argv).not.toContain('--dangerously-skip-permissions')
  })
})
