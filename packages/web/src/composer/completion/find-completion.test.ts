import { describe, expect, it } from 'vitest'
import { applyCompletion, type Completion, findCompletion } from './find-completion.ts'

/** The caret is the bar. */
const find = (marked: string) => findCompletion(marked.replace('|', ''), marked.indexOf('|'))

describe('what is being completed', () => {
  it('is a command at the beginning, as far as it is typed', () => {
    expect(find('/|')).toEqual({ kind: 'commands', query: '', start: 0, end: 1 })
    expect(find('/rev|iew')).toMatchObject({ kind: 'commands', query: 'rev' })
    expect(find('/review the|')).toBe(null)
    expect(find('a /|')).toBe(null)
    expect(find('\n/x|')).toBe(null)
  })

  it('is a file behind an @ that begins a word', () => {
    expect(find('see @src/ma|')).toEqual({ kind: 'files', query: 'src/ma', start: 4, end: 11 })
    expect(find('@|')).toMatchObject({ kind: 'files', query: '' })
    expect(find('line\n@a|')).toMatchObject({ kind: 'files', query: 'a' })
    expect(find('me@example|')).toBe(null)
    expect(find('@a b|')).toBe(null)
  })

  it('takes the place of what was typed, and one space follows', () => {
    const complete = (marked: string, value: string) => {
      const { text, caret } = applyCompletion(marked.replace('|', ''), find(marked) as Completion, value)
      return `${text.slice(0, caret)}|${text.slice(caret)}`
    }
    expect(complete('/re|', 'review')).toBe('/review |')
    expect(complete('see @ma| please', 'src/main.ts')).toBe('see @src/main.ts |please')
    expect(complete('see @s|', 'src/')).toBe('see @src/|')
    expect(complete('see @d|', 'desk:')).toBe('see @desk:|')
  })
})
