import { describe, expect, it } from 'vitest'
import { IdMap } from './id-map.ts'

describe('IdMap', () => {
  it('replaces a word inside strings, at any depth, in names of fields too', () => {
    const map = new IdMap()
    map.replaceInside('/home/user/project', '/work')
    const value = {
      cwd: '/home/user/project',
      files: { '/home/user/project/a': [{ path: 'at /home/user/project/b' }] },
    }
    expect(map.apply(value)).toEqual({ cwd: '/work', files: { '/work/a': [{ path: 'at /work/b' }] } })
  })

  it('replaces request-1 and leaves request-10 alone', () => {
    const map = new IdMap()
    map.replaceWhole('request-1', 'mine')
    expect(map.apply(['request-1', 'request-10', 'see request-1'])).toEqual(['mine', 'request-10', 'see request-1'])
  })

  it('takes the longer word where one holds the other', () => {
    const map = new IdMap()
    map.replaceInside('/home/user', '/root')
    map.replaceInside('/home/user/project', '/work')
    expect(map.apply('/home/user/project and /home/user/x')).toBe('/work and /root/x')
  })

  it('does not replace what a replacement brought in', () => {
    const map = new IdMap()
    map.replaceInside('one', 'two')
    map.replaceInside('two', 'one')
    expect(map.apply('one two')).toBe('two one')
  })

  it('keeps the newest meaning of a word', () => {
    const map = new IdMap()
    map.replaceInside('id', 'first')
    map.replaceInside('id', 'second')
    expect(map.apply('id')).toBe('second')
  })

  it('leaves numbers, booleans and nothing as they are', () => {
    const map = new IdMap()
    map.replaceInside('1', '2')
    expect(map.apply([1, true, null, undefined])).toEqual([1, true, null, undefined])
  })
})
