import { describe, expect, it } from 'vitest'
import { parseFrontmatter } from './frontmatter.ts'

describe('parseFrontmatter', () => {
  it('splits head and body', () => {
    const { data, body, problem } = parseFrontmatter(
      '---\ndescription: Says hello\nallowed-tools: [Bash, Read]\n---\nHello\n',
    )
    expect({ data, body, problem }).toEqual({
      data: { description: 'Says hello', 'allowed-tools': ['Bash', 'Read'] },
      body: 'Hello\n',
      problem: null,
    })
  })

  it('takes a file without a head, with an empty one, with Windows line ends and a BOM', () => {
    expect(parseFrontmatter('Hello\n---\nx')).toEqual({ data: {}, body: 'Hello\n---\nx', problem: null })
    expect(parseFrontmatter('---\n---\nHello')).toEqual({ data: {}, body: 'Hello', problem: null })
    expect(parseFrontmatter('\uFEFF---\r\nname: x\r\n---\r\nHello')).toEqual({
      data: { name: 'x' },
      body: 'Hello',
      problem: null,
    })
    expect(parseFrontmatter('---\nnever ends')).toMatchObject({ data: {}, problem: null })
  })

  it('keeps what it can of a head that is no YAML, and says so', () => {
    const { data, body, problem } = parseFrontmatter('---\nname: fine\ndescription: Does this: and that\n---\nBody')
    expect(data).toMatchObject({ name: 'fine', description: 'Does this: and that' })
    expect(body).toBe('Body')
    expect(problem).not.toBeNull()
  })

  it('makes nothing but plain data: no tags, no types, no prototypes', () => {
    const head =
      'a: !!js/function "function () { return 1 }"\nb: !custom {x: 1}\nc: !!binary aGVsbG8=\nd: 2020-01-01\n__proto__: {polluted: 1}'
    const { data } = parseFrontmatter(`---\n${head}\n---\n`)
    expect(JSON.parse(JSON.stringify(data))).toEqual(expect.objectContaining({ d: '2020-01-01' }))
    expect(Object.values(data).some((value) => typeof value === 'function' || value instanceof Uint8Array)).toBe(false)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('does not let aliases grow without bounds, nor a head of any length', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9).slice(0, -1)}]`),
    ]
    const start = parseFrontmatter(`---\n${bomb.join('\n')}\n---\nBody`)
    expect(start).toMatchObject({ data: {}, body: 'Body' })
    expect(start.problem).toMatch(/alias/i)
    const long = parseFrontmatter(`---\ndescription: ${'x'.repeat(100_000)}\n---\nBody`)
    expect(long).toMatchObject({ data: {}, body: 'Body', problem: expect.stringContaining('characters') })
  })

  it('gives no data for a head that is a list or a word', () => {
    expect(parseFrontmatter('---\n- a\n- b\n---\n').data).toEqual({})
    expect(parseFrontmatter('---\nword\n---\n').data).toEqual({})
  })
})
