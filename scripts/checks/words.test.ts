import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { findBannedWords, parseBanned } from './words.ts'

const GLOSSARY = `
| word | means | not | never in code |
|---|---|---|---|
| branch | one way through a transcript | thread | \`thread\` in packages/a, packages/b; \`twig\` in packages/a |
| turn | from a prompt to its result | run | |
`

describe('the column "never in code"', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-words-'))
    put('docs/glossary.md', GLOSSARY)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  it('names words and folders', () => {
    expect(parseBanned(GLOSSARY)).toEqual([
      { word: 'thread', folders: ['packages/a', 'packages/b'] },
      { word: 'twig', folders: ['packages/a'] },
    ])
  })

  it('says how a cell should read that it cannot read', () => {
    expect(() => parseBanned(GLOSSARY.replace('`twig` in', 'no twig in'))).toThrow('should read `word` in folder')
  })

  it.each([
    ['packages/a/src/x.ts', 'export interface X { threads: number }', 'threads'],
    ['packages/b/src/x.ts', 'export function toThreadLine() {}', 'toThreadLine'],
    ['packages/b/src/read-thread.ts', 'export {}', 'read-thread'],
  ])('rules out in %s: %s', (path, source, name) => {
    put(path, source)
    expect(findBannedWords(folder)).toEqual([expect.stringContaining(`${path}: ${name} `)])
  })

  it('lets stand a word in a comment, a text or another folder, and a name of another package that is used', () => {
    put('packages/a/src/x.ts', "// a thread\nimport { newThread } from 'other'\nexport const x = newThread('thread')")
    put('packages/c/src/x.ts', 'export const thread = 1')
    expect(findBannedWords(folder)).toEqual([])
  })

  it('finds none in this repository', () => {
    expect(findBannedWords(root)).toEqual([])
  })
})
