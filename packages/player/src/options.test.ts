import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'

describe('parseOptions', () => {
  it('reads values joined with = and values that follow', () => {
    const joined = parseOptions(['--session-id=a', '--permission-mode=plan', '--model=haiku', '--fork-session'])
    const apart = parseOptions(['--session-id', 'a', '--permission-mode', 'plan', '--model', 'haiku', '--fork-session'])
    expect(joined).toEqual(apart)
    expect(joined).toMatchObject({ sessionId: 'a', permissionMode: 'plan', model: 'haiku', fork: true })
  })

  it('keeps a = inside a value', () => {
    expect(parseOptions(['--model=a=b']).model).toBe('a=b')
  })

  it('does not take a flag for a value', () => {
    expect(parseOptions(['--resume', '--verbose']).resume).toBeUndefined()
  })

  it('asks for leave unless told otherwise, and ignores what it does not know', () => {
    const options = parseOptions(['--output-format', 'stream-json', '--flag-of-tomorrow', 'x', '--verbose'])
    expect(options).toMatchObject({ permissionMode: 'default', partialMessages: false, keepTranscript: true })
  })
})
