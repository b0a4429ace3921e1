import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'
import { LANGUAGES } from './languages.ts'
import { toFileLanguage, toLanguage } from './to-language.ts'

describe('code in colours', () => {
  it('has the same text, in pieces that say what they are', async () => {
    const code = "const a = 'b' // c\nreturn f(1)"
    const lines = await highlight(code, 'typescript')
    expect(lines.map((line) => line.map(([text]) => text).join('')).join('\n')).toBe(code)
    const kinds = new Map(lines.flat().map(([text, kind]) => [text.trim(), kind]))
    expect(kinds.get('const')).toBe('keyword')
    expect(kinds.get('f')).toBe('function')
    expect([...kinds].find(([text]) => text.includes('// c'))?.[1]).toBe('comment')
  })

  it.each(Object.keys(LANGUAGES))('has a grammar of %s that works in this engine', async (language) => {
    const lines = await highlight('x = 1 # "a" // b\n', language)
    expect(
      lines
        .flat()
        .map(([text]) => text)
        .join(''),
    ).toContain('x = 1')
  })

  it('knows languages by the names that people write, and by files', () => {
    expect(toLanguage('ts')).toBe('typescript')
    expect(toLanguage('Python title="a.py"')).toBe('python')
    expect(toLanguage('')).toBe(null)
    expect(toLanguage('constructor')).toBe(null)
    expect(toFileLanguage('/a/b/Dockerfile')).toBe('docker')
    expect(toFileLanguage('src/app.test.tsx')).toBe('tsx')
    expect(toFileLanguage('/a/unknown.qqq')).toBe(null)
  })

  it('has a grammar for every language it has names for', () => {
    const named = Object.keys(LANGUAGES).map((name) => toLanguage(name))
    expect(named).toEqual(Object.keys(LANGUAGES))
  })
})
