import { createClient } from '@quarterdeck/client'
import type { SessionRow } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import { readAllSessions } from './read-all-sessions.ts'

describe('readAllSessions', () => {
  it('goes on behind each page until there is none, and shows what it has meanwhile', async () => {
    const asked: string[] = []
    const pages = [
      { items: [{ sessionId: 'a' }], nextCursor: 'x~y' },
      { items: [{ sessionId: 'b' }, { sessionId: 'c' }], nextCursor: null },
    ]
    const { call } = createClient({
      baseUrl: '',
      fetch: async (path) => {
        asked.push(path)
        return Response.json(pages[asked.length - 1])
      },
    })
    const seen: string[] = []
    for await (const rows of readAllSessions({ call }))
      seen.push((rows as SessionRow[]).map(({ sessionId }) => sessionId).join(''))
    expect(seen).toEqual(['a', 'abc'])
    expect(asked).toEqual(['/api/claude/sessions?limit=500', '/api/claude/sessions?limit=500&cursor=x~y'])
  })
})
