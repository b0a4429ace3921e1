import { closeSync, openSync } from 'node:fs'
import { createRandom } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { readLinesBackwards } from './read-lines-backwards.ts'
import { readPaste } from './read-paste.ts'
import { readPrompts } from './read-prompts.ts'

let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

const toLine = (display: string, more: object = {}) =>
  `${JSON.stringify({ display, pastedContents: {}, timestamp: 1, project: '/p', ...more })}\n`
const read = (asked: Partial<Parameters<typeof readPrompts>[1]> = {}) => {
  const page = readPrompts(directory.root, { limit: 10, ...asked })
  if (page.kind !== 'prompts') throw new Error(page.reason)
  return page
}

describe('readPrompts', () => {
  it('gives the newest first and goes on where the page ended', () => {
    directory.write('history.jsonl', ['a', 'b', 'c'].map((text) => toLine(text)).join(''))
    const first = read({ limit: 2 })
    expect(first.prompts.map(({ text }) => text)).toEqual(['c', 'b'])
    const second = read({ limit: 2, before: first.next as number })
    expect(second.prompts.map(({ text }) => text)).toEqual(['a'])
    expect(second.next).toBeNull()
  })

  it('puts pastes in the place of their marks, from the line and from the cache', () => {
    directory.write('paste-cache/0123456789abcdef.txt', 'long $& text')
    const pastedContents = {
      1: { id: 1, type: 'text', content: 'short' },
      2: { id: 2, type: 'text', contentHash: '0123456789abcdef' },
      3: { id: 3, type: 'text', contentHash: 'ffffffffffffffff' },
    }
    directory.write(
      'history.jsonl',
      toLine('[Pasted text #1] [Pasted text #2 +9 lines] [Pasted text #3] [Image #4]', { pastedContents }),
    )
    const [prompt] = read().prompts
    expect(prompt?.text).toBe('short long $& text [Pasted text #3] [Image #4]')
    expect(prompt?.pastes.map(({ content }) => content)).toEqual(['short', 'long $& text', null])
  })

  it('finds by words, project and session', () => {
    directory.write(
      'history.jsonl',
      [toLine('Fix the TEST'), toLine('other', { project: '/q', sessionId: 's' })].join(''),
    )
    expect(read({ query: 'test' }).prompts.map(({ text }) => text)).toEqual(['Fix the TEST'])
    expect(read({ project: '/q' }).prompts.map(({ text }) => text)).toEqual(['other'])
    expect(read({ sessionId: 's' }).prompts).toHaveLength(1)
  })

  it('counts what is no prompt, a torn end too, and goes on', () => {
    directory.write('history.jsonl', `${toLine('a')}not json\n{"display":7}\n[]\n${toLine('b')}{"display":"tor`)
    const page = read()
    expect(page.prompts.map(({ text }) => text)).toEqual(['b', 'a'])
    expect(page.skipped).toBe(4)
  })

  it('passes over a line too long to hold', () => {
    directory.write('history.jsonl', `${toLine('a')}${toLine('x'.repeat(5_000_000))}${toLine('b')}`)
    const page = read()
    expect(page).toMatchObject({ prompts: [{ text: 'b' }], skipped: 1 })
    expect(read({ before: page.next as number }).prompts.map(({ text }) => text)).toEqual(['a'])
  })

  it('does not go through all of a long history for one page', () => {
    directory.write('history.jsonl', toLine('needle') + toLine('x'.repeat(1000)).repeat(5000))
    const first = read({ query: 'needle' })
    expect(first.prompts).toEqual([])
    let [next, pages] = [first.next, 1]
    for (; next !== null; pages++) {
      const page = read({ query: 'needle', before: next })
      next = page.next
      if (next === null) expect(page.prompts.map(({ text }) => text)).toEqual(['needle'])
    }
    expect(pages).toBe(3)
  })

  it('says that there is no history', () => {
    expect(readPrompts(directory.root, { limit: 1 }).kind).toBe('missing')
    directory.write('history.jsonl', '')
    expect(read().prompts).toEqual([])
  })

  it('reads no paste by anything but a hash', () => {
    directory.write('secret.txt', 'secret')
    for (const hash of ['../secret', '', 'a/b', 'ABCDEF0123456789', '0123456789abcdef/../../secret'])
      expect(readPaste(directory.root, hash)).toMatchObject({ kind: 'refused' })
  })
})

describe('readLinesBackwards', () => {
  it('gives the same lines as splitting, in the opposite order, wherever chunks end', () => {
    const random = createRandom(5)
    for (let round = 0; round < 60; round++) {
      const lines = Array.from({ length: Math.floor(random() * 40) }, () =>
        'é'.repeat(Math.floor(random() ** 6 * 90_000)),
      )
      const text = lines.join('\n') + (random() < 0.5 ? '\n' : '')
      const path = directory.write('lines', text)
      const fd = openSync(path, 'r')
      const bytes = Buffer.from(text)
      const found = [...readLinesBackwards(fd, bytes.length, 1e9)]
      closeSync(fd)
      expect(found.map((line) => line.text)).toEqual(
        text
          .split('\n')
          .filter((line) => line !== '')
          .reverse(),
      )
      for (const { offset, text: line } of found)
        expect(bytes.toString('utf8', offset, offset + Buffer.byteLength(line ?? ''))).toBe(line)
    }
  })
})
