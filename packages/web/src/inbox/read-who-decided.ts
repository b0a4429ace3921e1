import type { InboxItem } from '@quarterdeck/contract'
import type { Api } from '../api.ts'
import { toDecidedText } from '../tools/to-decided-text.ts'

const NOBODY = 'It waits no longer: it was withdrawn, or answered in another program.'

/** The outcome of a request that was not answered here, from the audit log. */
export async function readWhoDecided(call: Api['call'], { requestId, toolName = '' }: InboxItem): Promise<string> {
  try {
    const { items } = await call('GET /api/audit', { query: { limit: 50 } })
    const found = items.find((entry) => entry.event === 'decision' && entry.requestId === requestId)
    if (found === undefined) return NOBODY
    return `${toDecidedText(toolName, found.behavior === 'deny' ? 'denied' : 'allowed', found.by)}.`
  } catch {
    return NOBODY
  }
}
