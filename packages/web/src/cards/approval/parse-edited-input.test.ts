import { describe, expect, it } from 'vitest'
import { parseEditedInput } from './parse-edited-input.ts'

describe('an input that a person has changed', () => {
  it('is JSON, whole', () => {
    expect(parseEditedInput('{"command":"ls"}', 'Bash', { command: 'rm', timeout: 5 })).toEqual({
      ok: true,
      input: { command: 'ls' },
    })
  })

  it('may be just the command, and the rest stays', () => {
    expect(parseEditedInput('ls -la', 'Bash', { command: 'rm', timeout: 5 })).toEqual({
      ok: true,
      input: { command: 'ls -la', timeout: 5 },
    })
  })

  it.each(['', '{"a":', '[1]', '3'])('says what is wrong with %j', (text) => {
    expect(parseEditedInput(text, 'Grep', {})).toMatchObject({ ok: false, problem: expect.stringMatching(/JSON/) })
  })
})
