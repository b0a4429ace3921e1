import { describe, expect, it } from 'vitest'
import { supports } from './cli-support.ts'
import { isAtLeast, parseCliVersion } from './cli-version.ts'

describe('a version of the CLI', () => {
  it('is found in what --version prints', () => {
    expect(parseCliVersion('2.1.325 (Claude Code)\n')).toBe('2.1.325')
    expect(parseCliVersion('hello')).toBeNull()
  })

  it.each([
    ['2.1.38', '2.1.38', true],
    ['2.1.325', '2.1.38', true],
    ['2.1.9', '2.1.38', false],
    ['2.2.0', '2.1.325', true],
    ['1.9.400', '2.1.1', false],
    ['10.0.0', '9.9.9', true],
  ])('%s is at least %s: %s', (version, wanted, expected) => {
    expect(isAtLeast(version, wanted)).toBe(expected)
  })

  it('counts as old when nobody knows it', () => {
    expect(isAtLeast(null, '2.1.38')).toBe(true)
    expect(supports(null, 'hookEvents')).toBe(false)
    expect(supports('2.1.325', 'hookEvents')).toBe(true)
  })
})
