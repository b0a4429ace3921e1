import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { toShellWord } from './to-shell-word.ts'

describe('a word of a command that is copied', () => {
  it.each(['/home/me/.quarterdeck', '/my data', "it's", '$(touch x)', ''])(
    'is %j to a shell, and nothing else',
    (word) => {
      expect(execFileSync('/bin/sh', ['-c', `printf %s ${toShellWord(word)}`], { encoding: 'utf8' })).toBe(word)
    },
  )

  it('is as it was where nothing has a meaning', () => {
    expect(toShellWord('/home/me/.quarterdeck')).toBe('/home/me/.quarterdeck')
  })
})
