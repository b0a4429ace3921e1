import { expect, it } from 'vitest'
import { expandHome, toFolderQuery } from './folder-query.ts'

it.each([
  ['', null, ''],
  ['har', null, 'har'],
  ['/', '/', ''],
  ['/ho', '/', 'ho'],
  ['/home/you', '/home', 'you'],
  ['/home/you/', '/home/you', ''],
])('looks for the end of %j in %j', (typed, folder, begins) => {
  expect(toFolderQuery(typed)).toEqual({ folder, begins })
})

it('knows ~ where it is a folder of its own', () => {
  expect(expandHome('~/app', '/home/you')).toBe('/home/you/app')
  expect(expandHome('~', '/home/you')).toBe('/home/you')
  expect(expandHome('~other/app', '/home/you')).toBe('~other/app')
  expect(expandHome('~/app', undefined)).toBe('~/app')
})
