import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { findTest } from './find-test.ts'

const lines = readFileSync(join(root, 'docs', 'page-coverage.md'), 'utf8').split('\n')
const cells = lines
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what ') && !line.startsWith('|---'))
  .map((line) => line.slice(2, -2).split(' | '))

describe('docs/page-coverage.md', () => {
  it('has rows', () => expect(cells.length).toBeGreaterThan(200))

  it('says of nothing twice what it is', () => {
    const names = cells.map(([what]) => what)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it.each(cells.map(([what = '', test = '']) => ({ what, test })))('$what has a test that runs', ({ test }) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
    const path = join(root, file)
    expect(file !== '' && existsSync(path) ? findTest(readFileSync(path, 'utf8'), title) : 'no file', test).toBe('runs')
  })
})

describe('a test of a title', () => {
  const inGroup = (group: string, test: string) => `${group}('a group', () => {\n${test}\n})\n`
  it.each([
    ['runs', inGroup('describe', "  it('works', () => {")],
    ['runs', inGroup('describe', "  it.runIf(isNew)(\n    'works',\n    () => {")],
    ['runs', inGroup('describe', "  it.each([\n    ['a'],\n  ])('works', () => {")],
    ['runs', inGroup('describe.each(VERSIONS)', '  it(`works`, () => {')],
    ['runs', `${inGroup('describe.skip', "  it('other', () => {")}it('works', () => {`],
    ['left out', inGroup('describe', "  it.skip('works', () => {")],
    ['left out', inGroup('describe', "  it.todo('works')")],
    ['left out', inGroup('describe', "  it.skip.each(rows)(\n    'works',\n    () => {")],
    ['left out', inGroup('describe.skip', "  it('works', () => {")],
    ['left out', inGroup('describe.concurrent.skip', "  describe('inner', () => {\n    it('works', () => {\n  })")],
    ['missing', inGroup('describe', "  it('works well', () => {")],
    ['missing', inGroup('describe', "  // 'works'")],
    ['missing', inGroup('describe', "  it('other', () => {\n    say('works')")],
  ])('%s in %j', (how, source) => {
    expect(findTest(source, 'works')).toBe(how)
  })
})
