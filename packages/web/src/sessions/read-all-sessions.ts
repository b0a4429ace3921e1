import type { SessionList, SessionRow } from '@quarterdeck/contract'
import type { Api } from '../api.ts'

/** So many are read with one question: few enough that a phone draws in between, many enough that thousands take a moment. */
const PAGE = 500

/** Every session there is, page by page; each time with all that were read so far. */
export async function* readAllSessions(api: Pick<Api, 'call'>): AsyncGenerator<readonly SessionRow[]> {
  const found: SessionRow[] = []
  let cursor: string | undefined
  do {
    const page: SessionList = await api.call('GET /api/claude/sessions', { query: { limit: PAGE, cursor } })
    found.push(...page.items)
    cursor = page.nextCursor ?? undefined
    yield [...found]
  } while (cursor !== undefined)
}
