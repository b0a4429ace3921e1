import { describe, expect, it } from 'vitest'
import { isBelow } from './is-below.ts'

describe('a path below the folder of a session', () => {
  it.each([
    ['/home/me/app/src/a.ts', true],
    ['/home/me/app', true],
    ['/home/me/app/', true],
    ['/home/me/app/x/../.git/config', true],
    ['src/a.ts', true],
    ['/home/me/application/a.ts', false],
    ['/home/me', false],
    ['/etc/passwd', false],
    ['/home/me/app/../other/a.ts', false],
    ['../other/a.ts', false],
    ['~/app/a.ts', false],
    ['/', false],
  ])('%s: %s', (path, expected) => {
    expect(isBelow(path, '/home/me/app')).toBe(expected)
    expect(isBelow(path, '/home/me/app/')).toBe(expected)
  })
})
