import { describe, expect, it } from 'vitest'
import { parseAnswer } from './parse-answer.ts'

const one = { questions: [{ question: 'Which colour?', options: [] }], metadata: 1 }
const two = { questions: [{ question: 'Which colour?' }, { question: 'Which sizes?' }] }

describe('an answer on the bridge', () => {
  it('is the text, where one thing is asked, and keeps what was asked', () => {
    expect(parseAnswer(one, 'Red')).toEqual({ kind: 'input', input: { ...one, answers: { 'Which colour?': 'Red' } } })
  })

  it('may be JSON by question, with lists where several may be chosen', () => {
    const result = JSON.stringify({ 'Which colour?': 'Red', 'Which sizes?': ['S', 'L, long'] })
    expect(parseAnswer(two, result)).toEqual({
      kind: 'input',
      input: { ...two, answers: { 'Which colour?': 'Red', 'Which sizes?': 'S, "L, long"' } },
    })
    expect(parseAnswer(one, '{"Which colour?":"Blue"}')).toMatchObject({
      input: { answers: { 'Which colour?': 'Blue' } },
    })
  })

  it('is what was said, when it only looks like JSON', () => {
    for (const text of ['{"a":1}', '[1]', '7', '"x"', '{'])
      expect(parseAnswer(one, text)).toMatchObject({ input: { answers: { 'Which colour?': text } } })
  })

  it.each([
    [two, 'Red', '2 questions are asked'],
    [two, '{"Which colour?":"Red","Why?":"x"}', "no question 'Why?'"],
    [two, '{"Which colour?":7}', 'An answer is a text'],
    [{}, 'Red', '0 questions'],
  ])('is refused with its reason: %j, %s', (input, result, problem) => {
    expect(parseAnswer(input, result)).toMatchObject({ kind: 'wrong', problem: expect.stringContaining(problem) })
  })
})
