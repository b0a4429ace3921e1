import { describe, expect, it } from 'vitest'
import type { Script } from './script.ts'
import { selectSteps } from './select-steps.ts'

const SCRIPT: Script = {
  scenes: [
    { words: ['plan', 'design'], steps: [{ text: 'A plan for $CWD.' }] },
    { words: ['test'], steps: [{ tools: [{ name: 'Read', input: { file_path: '$CWD/a' } }] }] },
  ],
  fallback: [{ text: 'What?' }],
}

describe('selectSteps', () => {
  it('plays the first scene that a word of the prompt calls, whatever its letters', () => {
    expect(selectSteps(SCRIPT, 'Please DESIGN a test.', '/work')).toEqual([{ text: 'A plan for /work.' }])
  })

  it('puts the folder of the session in, at any depth', () => {
    expect(selectSteps(SCRIPT, 'test it', '/a$&b')).toEqual([
      { tools: [{ name: 'Read', input: { file_path: '/a$&b/a' } }] },
    ])
  })

  it('falls back, and without a fallback says the prompt again', () => {
    expect(selectSteps(SCRIPT, 'hello', '/')).toEqual([{ text: 'What?' }])
    expect(selectSteps({ scenes: [] }, 'one\ntwo\n', '/')).toEqual([{ text: 'You said: two' }])
  })

  it('takes the script that the prompt itself brings', () => {
    expect(selectSteps(SCRIPT, 'test\n@script [{"text":"Mine."}]', '/')).toEqual([{ text: 'Mine.' }])
  })

  it('says what is wrong with such a script', () => {
    expect(selectSteps(SCRIPT, '@script {', '/')[0]).toMatchObject({ text: expect.stringContaining('not JSON') })
    expect(selectSteps(SCRIPT, '@script 1', '/')[0]).toMatchObject({ text: expect.stringContaining('not a list') })
  })
})
