import { describe, expect, it } from 'vitest'
import { parseStatus } from './read-login.ts'

describe('parseStatus', () => {
  it('takes whether and by what, and nothing that could be a secret', () => {
    const text = JSON.stringify({ loggedIn: true, authMethod: 'claude.ai', email: 'a@b.c', token: 'secret' })
    expect(parseStatus(text)).toEqual({ state: 'in', method: 'claude.ai' })
    expect(parseStatus('{"loggedIn":false,"authMethod":"none"}')).toEqual({ state: 'out', method: null })
  })

  it.each(['', 'error: unknown option', '{}', 'null', '{"loggedIn":"yes"}'])('cannot tell from %j', (text) => {
    expect(parseStatus(text)).toEqual({ state: 'unknown', method: null })
  })
})
