import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

const question = {
  question: 'Which sizes?',
  header: 'Sizes',
  multiSelect: true,
  options: [{ label: 'S', description: 'small', preview: '```\ns\n```' }, { label: 'M' }],
}

describe('AskUserQuestion', () => {
  it('takes answers as text or as a list', () => {
    for (const answer of ['S, M', ['S', 'M']]) {
      const input = { questions: [question], answers: { 'Which sizes?': answer } }
      expect(viewToolInput('AskUserQuestion', input)).toEqual({ tool: 'AskUserQuestion', value: input })
    }
  })

  it('can still be asked when what decorates it is broken', () => {
    const broken = { ...question, header: 7, options: [{ label: 'S', description: null, preview: 1 }] }
    expect(viewToolInput('AskUserQuestion', { questions: [broken], metadata: 'x' })).toEqual({
      tool: 'AskUserQuestion',
      value: { questions: [{ question: 'Which sizes?', multiSelect: true, options: [{ label: 'S' }] }] },
    })
  })

  it('can ask for free text alone', () => {
    const input = { questions: [{ question: 'Which name?', kind: 'text' }] }
    expect(viewToolInput('AskUserQuestion', input)).toEqual({ tool: 'AskUserQuestion', value: input })
  })

  it('has only answers in an older result, and loses the broken one', () => {
    expect(viewToolResult('AskUserQuestion', { answers: { q0: 'PostgreSQL', q1: 7 } })).toEqual({
      tool: 'AskUserQuestion',
      value: { answers: { q0: 'PostgreSQL' } },
    })
  })
})
