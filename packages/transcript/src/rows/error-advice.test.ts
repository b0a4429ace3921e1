import { describe, expect, it } from 'vitest'
import { assistant, play, type Raw, text, user } from '../lines-for-test.ts'
import { toErrorAdvice } from './error-advice.ts'
import { rows } from './rows.ts'

const adviceFor = (words: string, more: Raw) => {
  const row = rows(play([user('Hi'), assistant('m', [text(words)], more)])).at(-1)
  return row?.kind === 'text' && row.error !== undefined ? toErrorAdvice(row.error, row.text) : undefined
}
const failed = { is_api_error_message: true }

describe('an error of the API', () => {
  it('gets advice by its kind', () => {
    expect(adviceFor('API Error: x', { ...failed, error: 'rate_limit' })).toContain('when the limit is over')
    expect(adviceFor('Please log in', { error: 'authentication_failed' })).toContain('/login')
    expect(adviceFor('Prompt is too long', { ...failed, error: 'invalid_request' })).toContain('/compact')
    expect(adviceFor('No such model', { error: 'model_not_found' })).toContain('another model')
  })

  it('gets advice by its HTTP status, which older CLIs write into the text only', () => {
    const change = 'Change the message, and send it again.'
    expect(adviceFor('API Error: 400 no', { ...failed, error: 'unknown', api_error_status: 400 })).toBe(change)
    expect(adviceFor('API Error: 400 {"type":"error"}', { ...failed, error: 'unknown' })).toBe(change)
    expect(adviceFor('API Error: 503 no', { ...failed, error: 'unknown' })).toContain('in a while')
  })

  it('gets none where it is unknown, and an answer of Claude gets none', () => {
    expect(adviceFor('API Error: the connection was closed', { ...failed, error: 'unknown' })).toBeUndefined()
    expect(adviceFor('Your prompt is too long.', {})).toBeUndefined()
  })
})
