import { createRandom } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { SideFiles } from '../side-files.ts'
import { mergePrompts, type SourcePage } from './merge-prompts.ts'
import type { Prompt } from './prompt.ts'

let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

interface Typed {
  text: string
  at: number
  project?: string
  sessionId?: string
}

const toFile = (typed: readonly Typed[]) =>
  typed
    .map(({ text, at, project = '/p', sessionId }) =>
      JSON.stringify({ display: text, pastedContents: {}, timestamp: at, project, sessionId }),
    )
    .map((line) => `${line}\n`)
    .join('')

/** What the CLI has of a terminal, and what was said here. */
function set(ofCli: readonly Typed[] | null, ofOurs: readonly Typed[] | null): SideFiles {
  if (ofCli !== null) directory.write('claude/history.jsonl', toFile(ofCli))
  if (ofOurs !== null) directory.write('data/prompts.jsonl', toFile(ofOurs))
  return new SideFiles({
    directories: [`${directory.root}/claude`],
    ownPrompts: `${directory.root}/data/prompts.jsonl`,
    find: () => null,
    listSessions: () => [],
    planWriters: () => new Map(),
  })
}

function readAll(side: SideFiles, asked: { limit: number; query?: string; project?: string }): string[] {
  const texts: string[] = []
  for (let cursor: string | null = null, pages = 0; ; pages++) {
    if (pages > 1000) throw new Error('It never ends')
    const page = side.readPrompts({ ...asked, cursor })
    texts.push(...page.items.map(({ text }) => text))
    cursor = page.nextCursor
    if (cursor === null) return texts
  }
}

describe('prompts of the terminal and of here', () => {
  it.each([1, 2, 3, 10])('are one list, newest first, in pages of %d', (limit) => {
    const side = set(
      [
        { text: 'a', at: 1e6 },
        { text: 'd', at: 4e6 },
      ],
      [
        { text: 'b', at: 2e6 },
        { text: 'c', at: 3e6 },
        { text: 'e', at: 5e6 },
      ],
    )
    expect(readAll(side, { limit })).toEqual(['e', 'd', 'c', 'b', 'a'])
  })

  it('are found by the same words and projects', () => {
    const side = set([{ text: 'Fix the TEST', at: 1e6 }], [{ text: 'Test it', at: 2e6, project: '/q' }])
    expect(readAll(side, { limit: 5, query: 'test' })).toEqual(['Test it', 'Fix the TEST'])
    expect(readAll(side, { limit: 5, project: '/q' })).toEqual(['Test it'])
  })

  it('are there with one of the two files, with none, and with a torn one', () => {
    expect(readAll(set(null, null), { limit: 5 })).toEqual([])
    const side = set(null, [{ text: 'a', at: 1e6 }])
    expect(readAll(side, { limit: 5 })).toEqual(['a'])
    directory.write('data/prompts.jsonl', `${toFile([{ text: 'a', at: 1e6 }])}{"display":"tor`)
    expect(readAll(side, { limit: 5 })).toEqual(['a'])
  })

  it.each([1, 2, 10])('are given once where both have them, in pages of %d', (limit) => {
    const side = set(
      [
        { text: 'same', at: 1_000_000 },
        { text: 'same session', at: 2_000_000, sessionId: 's', project: '/from' },
        { text: 'go on', at: 3_000_000 },
        { text: 'elsewhere', at: 4_000_000, project: '/p' },
      ],
      [
        { text: 'same ', at: 1_000_900 },
        { text: 'same session', at: 1_999_000, sessionId: 's', project: '/to' },
        { text: 'go on', at: 3_060_000 },
        { text: 'elsewhere', at: 4_000_500, project: '/q' },
      ],
    )
    expect(readAll(side, { limit })).toEqual(['elsewhere', 'elsewhere', 'go on', 'go on', 'same session', 'same'])
  })

  it('are given once each, in any order of the files and pages of any size', () => {
    const random = createRandom(7)
    for (let round = 0; round < 100; round++) {
      const make = (name: string) =>
        Array.from({ length: Math.floor(random() * 12) }, (_, at) => ({ text: `${name}${at}`, at: random() * 1e9 }))
      const [ofCli, ofOurs] = [make('cli'), make('ours')]
      const found = readAll(set(ofCli, ofOurs), { limit: 1 + Math.floor(random() * 5) })
      expect(found.toSorted()).toEqual([...ofCli, ...ofOurs].map(({ text }) => text).toSorted())
    }
  })

  it('wait for a source that was not read far enough, and no longer', () => {
    const toPrompt = (text: string, atMs: number) => ({ text, atMs, offset: atMs }) as Prompt
    const cut: SourcePage = { prompts: [], from: undefined, next: 500, reachedMs: 20 }
    const other = { prompts: [toPrompt('new', 30), toPrompt('old', 10)], from: undefined, next: null, reachedMs: 10 }
    const { prompts, next } = mergePrompts([cut, other], 5)
    expect(prompts.map(({ text }) => text)).toEqual(['new'])
    expect(next).toEqual([500, 30])
    expect(mergePrompts([{ ...cut, next: null }, other], 5).prompts).toHaveLength(2)
  })

  it('refuse a cursor of another list', () => {
    for (const cursor of ['x', '1', '1.2.3', '1.-2'])
      expect(() => set(null, null).readPrompts({ cursor })).toThrow(expect.objectContaining({ code: 'bad_cursor' }))
  })
})
