import { describe, expect, it } from 'vitest'
import { rankPaths, toPathList } from './rank-paths.ts'

const list = toPathList([
  'README.md',
  'docs/',
  'docs/dock.md',
  'src/',
  'src/dock.ts',
  'src/docker-file.ts',
  'src/harbour/pier.ts',
  'src/harbour/undock.ts',
  'src/Deck.ts',
])

describe('files by what was typed', () => {
  it.each([
    ['dock', 'src/dock.ts', 'the name itself comes first'],
    ['dock.md', 'docs/dock.md', 'with its extension'],
    ['pier', 'src/harbour/pier.ts', 'by its name'],
    ['hp', 'src/harbour/pier.ts', 'letters in their order'],
    ['har/pi', 'src/harbour/pier.ts', 'pieces of the path'],
    ['DECK', 'src/Deck.ts', 'in any case'],
    ['doc s', 'docs/', 'without its spaces'],
  ])('%s finds %s: %s', (typed, expected) => {
    expect(rankPaths(list, typed, 3)[0]).toBe(expected)
  })

  it('has a beginning before a piece, and a piece before letters that are torn apart', () => {
    expect(rankPaths(list, 'dock', 10)).toEqual([
      'src/dock.ts',
      'docs/dock.md',
      'src/docker-file.ts',
      'src/harbour/undock.ts',
    ])
  })

  it('gives what lies on top where nothing was typed, and nothing where nothing fits', () => {
    expect(rankPaths(list, '', 3)).toEqual(['src/', 'docs/', 'README.md'])
    expect(rankPaths(list, 'zzz', 3)).toEqual([])
  })

  it('is the same whether few or many are asked for', () => {
    const paths = Array.from({ length: 5000 }, (_, at) => `packages/p${at % 50}/src/file-${at}.ts`)
    const many = toPathList(paths)
    const all = rankPaths(many, 'f1', 5000)
    expect(rankPaths(many, 'f1', 20)).toEqual(all.slice(0, 20))
    expect(new Set(all).size).toBe(all.length)
  })
})
