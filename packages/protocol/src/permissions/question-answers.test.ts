import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinLabels, splitAnswer, toQuestionAnswers } from './question-answers.ts'

const input = {
  questions: [
    {
      question: 'Which?',
      header: 'H',
      options: [
        { label: 'A', description: 'a' },
        { label: 'B', description: 'b' },
      ],
      multiSelect: false,
    },
  ],
}

describe('toQuestionAnswers', () => {
  it('keeps the questions and adds the answers, as 2.1.38 and 2.1.325 took them', () => {
    expect(JSON.stringify(toQuestionAnswers(input, [['Which?', 'A']]))).toBe(
      '{"questions":[{"question":"Which?","header":"H","options":[{"label":"A","description":"a"},{"label":"B","description":"b"}],"multiSelect":false}],"answers":{"Which?":"A"}}',
    )
  })

  it('joins several labels, and quotes the ones that would be taken for two', () => {
    const choices = new Map([
      ['Which sizes?', ['S', 'M']],
      ['Which words?', ['A, "x"', 'B']],
    ])
    expect(toQuestionAnswers(input, choices).answers).toEqual({
      'Which sizes?': 'S, M',
      'Which words?': '"A, \\"x\\"", B',
    })
  })

  it('leaves free text and a single label as they are', () => {
    expect(toQuestionAnswers(input, [['Which?', 'neither, "really"']]).answers).toEqual({
      'Which?': 'neither, "really"',
    })
  })

  it('leaves skipped questions out', () => {
    const choices: [string, string | string[]][] = [
      ['Which?', []],
      ['What?', ''],
      ['Who?', ' '],
      ['Why?', 'because'],
    ]
    expect(toQuestionAnswers(input, choices).answers).toEqual({ 'Why?': 'because' })
  })

  it('does not lose a question with a peculiar name', () => {
    expect(JSON.stringify(toQuestionAnswers({}, [['__proto__', 'A']]))).toBe('{"answers":{"__proto__":"A"}}')
  })

  it('does not change the input', () => {
    toQuestionAnswers(input, [['Which?', 'A']])
    expect(input).not.toHaveProperty('answers')
  })
})

describe('splitAnswer', () => {
  it('finds the labels again', () => {
    expect(splitAnswer('S, M')).toEqual(['S', 'M'])
    expect(splitAnswer('"A, \\"x\\"", B')).toEqual(['A, "x"', 'B'])
    expect(splitAnswer('')).toEqual([])
  })

  it('takes the lists that older hosts wrote', () => {
    expect(splitAnswer(['S', 'M, L'])).toEqual(['S', 'M, L'])
  })

  it('keeps free text whole where the labels are known', () => {
    expect(splitAnswer('neither, I think', ['A', 'B'])).toEqual(['neither, I think'])
    expect(splitAnswer('A, and a bit of salt', ['A', 'B'])).toEqual(['A', 'and a bit of salt'])
    expect(splitAnswer('Red, dark', ['Red, dark', 'Blue'])).toEqual(['Red, dark'])
  })

  it('keeps text whole that no list of labels can have become', () => {
    for (const text of ['say "hi", then go', '"open', '"a" b', '"\\q", b', 'a, '])
      expect(splitAnswer(text)).toEqual([text])
  })

  const label = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: fc.constantFrom(',', ' ', '"', '\\', 'a'), minLength: 1 }),
  )

  it('gives back the labels that were joined', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        expect(splitAnswer(joinLabels(labels))).toEqual(labels)
        expect(splitAnswer(joinLabels(labels), labels)).toEqual(labels)
      }),
    )
  })
})
