import type { InboxItem } from '@quarterdeck/contract'
import type { Api } from '../api.ts'

interface Decision {
  event: string
  by: string
  requestId?: string
  behavior?: string
}

const NOBODY = 'It waits no longer: it was withdrawn, or answered in another program.'

/** What became of a prompt that was not answered here, as the record has it. */
export async function readWhoDecided(call: Api['call'], { requestId }: InboxItem): Promise<string> {
  try {
    const { items } = await call<{ items: Decision[] }>('/api/audit?limit=50')
    const found = items.find((entry) => entry.event === 'decision' && entry.requestId === requestId)
    return found === undefined ? NOBODY : `${found.behavior === 'deny' ? 'Denied' : 'Allowed'} by ${found.by}.`
  } catch {
    return NOBODY
  }
}
