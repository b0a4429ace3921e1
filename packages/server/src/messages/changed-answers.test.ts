import { describe, expect, it } from 'vitest'
import { ChangedAnswers } from './changed-answers.ts'

const asks = (id: string, input: unknown) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype: 'can_use_tool', input },
})
const allows = (id: string, updatedInput?: unknown) => ({
  type: 'control_response',
  response: { request_id: id, response: { behavior: 'allow', ...(updatedInput !== undefined && { updatedInput }) } },
})

describe('answers that changed what was asked about', () => {
  it('are those with another input, whatever the order of its fields', () => {
    const answers = new ChangedAnswers()
    expect(answers.take(1, asks('a', { x: 1, y: 2 }))).toBeNull()
    expect(answers.take(2, asks('b', { x: 1 }))).toBeNull()
    expect(answers.take(3, allows('a', { y: 2, x: 1 }))).toBeNull()
    expect(answers.take(4, allows('b', { x: 2 }))).toEqual([2, 4])
    // The first counts.
    expect(answers.take(5, allows('b', { x: 3 }))).toBeNull()
    expect(answers.take(6, asks('c', { x: 1 }))).toBeNull()
    expect(answers.take(7, allows('c'))).toBeNull()
  })

  it('are none to a prompt that was taken back', () => {
    const answers = new ChangedAnswers()
    answers.take(1, asks('a', { x: 1 }))
    answers.take(2, { type: 'control_cancel_request', request_id: 'a' })
    expect(answers.take(3, allows('a', { x: 2 }))).toBeNull()
  })
})
