import { describe, expect, it } from 'vitest'
import { findTerms } from '../index/vocabulary.ts'
import { findMarks } from './find-marks.ts'
import { spaceOut, toWords } from './fold-text.ts'
import { parseQuery, toMatch } from './parse-query.ts'
import { parseCursor, toCursor } from './search-cursor.ts'
import { toSearchText } from './search-text.ts'
import { toSubstringMatch } from './substring-match.ts'
import { toSnippet } from './to-snippet.ts'

const marked = (text: string, query: string, isSubstring = false) =>
  findMarks(text, parseQuery(query, isSubstring))?.map(([from, to]) => text.slice(from, to)) ?? null

describe('A query', () => {
  it.each([
    ['fix index', 'text : ("fix" AND "index")'],
    ['"fix the index" now', 'text : ("fix the index" AND "now")'],
    ['src/index.ts', 'text : ("src index ts")'],
    ['auth*', 'text : ("auth" *)'],
    ['Café', 'text : ("cafe")'],
    ['琥珀鯨', 'text : ("琥 珀 鯨")'],
    ['a" OR b', 'text : ("a" AND "or b")'],
    ['->', null],
    ['', null],
  ])('%j becomes %j', (text, match) => {
    expect(toMatch(parseQuery(text, false))).toBe(match)
  })
})

describe('Marks', () => {
  it.each([
    ['the index of indexes', 'index', ['index']],
    ['Der CAFÉ am Eck', 'cafe', ['CAFÉ']],
    ['fix the\n  index', '"the index"', ['the\n  index']],
    ['authenticate', 'auth*', ['auth']],
    ['authenticate', 'auth', null],
    ['画面の琥珀鯨が', '琥珀鯨', ['琥珀鯨']],
    ['src/index.ts:12', 'src/index.ts', ['src/index.ts']],
    ['a -> b', '->', ['->']],
    ['one two', 'one three', null],
    ['İstanbul 👩‍👧 index', 'index', ['index']],
  ])('%j marks for %j what stands there', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected)
  })

  it('are found inside of words where that is asked for', () => {
    expect(marked('prezqificate', 'zqif', true)).toEqual(['zqif'])
  })
})

describe('A snippet', () => {
  it('is one line around the first mark, with its marks in place', () => {
    const text = `${'word '.repeat(100)}needle\u0007${' word'.repeat(100)}`
    const at = text.indexOf('needle')
    const { text: cut, marks } = toSnippet(text, [[at, at + 6]])
    expect(marks.map(([from, to]) => cut.slice(from, to))).toEqual(['needle'])
    expect(cut).toMatch(/^….{100,300}…$/)
    expect(cut).not.toMatch(/\p{Cc}/u)
  })
})

describe('Words', () => {
  it('of scripts without spaces stand alone', () => {
    expect(spaceOut('plain text')).toBe('plain text')
    expect(toWords('fix 画面 now')).toEqual(['fix', '画', '面', 'now'])
  })

  it('that hold a text are found in the vocabulary, at their edges too', () => {
    const vocabulary = { coveredTo: 0, terms: '\nbar\nfoo\nfoobar\nscofoo\n' }
    expect(findTerms(vocabulary, 'foo', 9)).toEqual(['foo', 'foobar', 'scofoo'])
    expect(findTerms(vocabulary, 'foo\n', 9)).toEqual(['foo', 'scofoo'])
    expect(findTerms(vocabulary, '\nfoo', 9)).toEqual(['foo', 'foobar'])
    expect(findTerms(vocabulary, 'foo', 2)).toBeNull()
    expect(toSubstringMatch(parseQuery('foo.b', true), vocabulary)).toEqual({
      match: 'text : (("foo" OR "scofoo") AND ("bar"))',
    })
    expect(toSubstringMatch(parseQuery('zzz', true), vocabulary)).toBe('nowhere')
    expect(toSubstringMatch(parseQuery('->', true), vocabulary)).toBe('everywhere')
  })
})

describe('A line', () => {
  const say = (type: string, content: unknown, more = {}) => toSearchText({ type, message: { content }, ...more })

  it('is found by what people and tools said, and by nothing else', () => {
    const input = { command: 'npm test', nested: { file_path: '/a/b' }, data: 'YmFzZTY0' }
    expect(say('user', 'hello')).toMatchObject({ role: 'user', text: 'hello' })
    expect(say('assistant', [{ type: 'tool_use', id: 't', name: 'Task', input }])).toEqual({
      role: 'assistant',
      text: 'npm test\n/a/b',
      toolName: 'Agent',
      toolUseId: null,
    })
    const result = {
      type: 'tool_result',
      tool_use_id: 't',
      content: [{ type: 'text', text: 'done' }, { type: 'image' }],
    }
    expect(say('user', [result])).toMatchObject({ role: 'tool', text: 'done', toolUseId: 't' })
    expect(say('user', 'hidden', { isMeta: true })).toBeNull()
    expect(say('user', '<local-command-stdout>cost</local-command-stdout>')).toBeNull()
    expect(say('attachment', 'hidden')).toBeNull()
    expect(say('user', [{ type: 'image', source: { data: 'aaaa' } }])).toBeNull()
  })
})

describe('A cursor', () => {
  it('comes back as it was, and what is none is refused', () => {
    const cursor = { mode: 'words', phase: 'index', below: 7, skip: 2 } as const
    expect(parseCursor(toCursor(cursor))).toEqual(cursor)
    for (const text of ['', null, undefined]) expect(parseCursor(text)).toBeNull()
    for (const text of ['x', 'e30', toCursor({ ...cursor, skip: -1 })])
      expect(() => parseCursor(text)).toThrow(expect.objectContaining({ code: 'bad_cursor' }))
  })
})
