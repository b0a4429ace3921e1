import { Lexer } from 'marked'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type GrowingMarkdown, growMarkdown, loadMending, parseMarkdown } from './parse-markdown.ts'

/** Every kind of block, and what may join the one before it. */
const TEXT = `# A heading

A paragraph with **bold** and \`code\`,
over two lines.

- one
- two

- a list goes on behind an empty line

  with a paragraph of its own

Set out
=======

1. first
2. second

3. third, of which the number alone is no list yet

| a | b |
|---|---|
| 1 | 2 |

> a quote
it goes on without its mark

\`\`\`ts
const a = 1

const b = 2
\`\`\`

<div>as written</div>

    indented

---
The end, with a [link](https://example.com).
`

/** Texts that overflow a parser's stack, or keep it busy for seconds. */
const ABSURD: [name: string, text: string][] = [
  ['quotes in quotes', `${'>'.repeat(20_000)} x`],
  ['lists in lists', `${'- '.repeat(3000)}x`],
  ['numbers in numbers', `${'1. '.repeat(3000)}x`],
  ['lists further and further in', Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
  ['a run of underscores', `x${'_'.repeat(40_000)}x`],
  ['words between underscores', 'a_b'.repeat(40_000)],
  ['emphasis that never ends', '*a'.repeat(60_000)],
]

/** The kinds of all that stands in a token, and how deep. */
function toDepths(token: object, depth = 0): { type: string; depth: number }[] {
  const { type = '', tokens = [], items = [] } = token as { type?: string; tokens?: object[]; items?: object[] }
  return [{ type, depth }, ...[...tokens, ...items].flatMap((inner) => toDepths(inner, depth + 1))]
}

const toRaws = ({ blocks }: Pick<GrowingMarkdown, 'blocks'>) => blocks.map(({ key, token }) => [key, token.raw.trim()])

describe('a text that is being written', () => {
  beforeAll(loadMending)

  it.each([1, 2, 3, 7, 20])(
    'is read to the same blocks as one that is whole, when it comes by %i characters',
    (step) => {
      let grown: GrowingMarkdown | null = null
      for (let end = step; end < TEXT.length + step; end += step) grown = growMarkdown(TEXT.slice(0, end), grown)
      expect(toRaws(grown as GrowingMarkdown)).toEqual(toRaws({ blocks: parseMarkdown(TEXT) }))
    },
  )

  it('is at every step what it would be if it were read from its beginning', () => {
    let grown: GrowingMarkdown | null = null
    for (let end = 1; end <= TEXT.length; end++) {
      const text = TEXT.slice(0, end)
      grown = growMarkdown(text, grown)
      expect(toRaws(grown)).toEqual(toRaws(growMarkdown(text, null)))
    }
  })

  it('keeps what no word can change any more: the same objects', () => {
    const text = 'One.\n\nTwo.\n\nThree.\n\nFour'
    const before = growMarkdown(text, null)
    const after = growMarkdown(`${text} and more`, before)
    expect(after.blocks.slice(0, 2)).toEqual(before.blocks.slice(0, 2))
    expect(after.blocks[0]?.token).toBe(before.blocks[0]?.token)
    expect(after.blocks[1]?.token).toBe(before.blocks[1]?.token)
    expect(after.blocks[3]?.token.raw).toBe('Four and more')
  })

  it('finds the address of a link wherever it stands', () => {
    const text = 'See [the docs][1].\n\nTwo.\n\nThree.\n\nFour.\n\n'
    const before = growMarkdown(text, null)
    const after = growMarkdown(`${text}[1]: https://example.com\n`, before)
    expect(JSON.stringify(before.blocks[0])).not.toContain('example.com')
    expect(JSON.stringify(after.blocks[0])).toContain('https://example.com')
    expect(JSON.stringify(growMarkdown(`${text}[1]: https://example.com\n\nMore.`, after).blocks[0])).toContain(
      'example',
    )
  })

  it('is read anew where it is another text', () => {
    const before = growMarkdown('One.\n\nTwo.\n\nThree.\n\nFour.', null)
    expect(toRaws(growMarkdown('Another', before))).toEqual([['0 paragraph', 'Another']])
  })
})

describe('a text that no person writes', () => {
  beforeAll(loadMending)

  it.each(ABSURD)('of %s is left as it was written where it is too much, and the rest is read as ever', (_, text) => {
    for (const blocks of [parseMarkdown(`${text}\n\n# Behind`), growMarkdown(`${text}\n\n# Behind`, null).blocks]) {
      expect(blocks.at(-1)?.token.type).toBe('heading')
      expect(blocks.map(({ token }) => token.raw.trim()).join('\n\n') === `${text}\n\n# Behind`).toBe(true)
      const depths = blocks.flatMap(({ token }) => toDepths(token))
      expect(depths.some(({ type }) => type === 'as-written')).toBe(true)
      expect(Math.max(...depths.map(({ depth }) => depth))).toBeLessThan(100)
    }
  })

  it('is shown as it was written where the parser fails on it', () => {
    const lex = vi.spyOn(Lexer.prototype, 'lex').mockImplementation(() => {
      throw new RangeError('Maximum call stack size exceeded')
    })
    const written = [['0 as-written', '# A *b*']]
    expect(toRaws({ blocks: parseMarkdown('# A *b*') })).toEqual(written)
    expect(toRaws(growMarkdown('# A *b*', null))).toEqual(written)
    lex.mockRestore()
    expect(toRaws(growMarkdown('# A *b* c', null))).toEqual([['0 heading', '# A *b* c']])
  })
})
