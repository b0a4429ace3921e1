import { initialState } from '@quarterdeck/transcript'
import { FeedCursor, type FeedItem } from '../feed/feed-cursor.ts'
import type { Feeds } from '../feed/feeds.ts'
import type { SessionMessage } from './bridge-message.ts'
import { toRecord } from './bridge-session.ts'
import { toPermissionRequest, translate } from './translate.ts'

const BATCH_CHARACTERS = 1024 * 1024
const MAX_CHARACTERS = 32 * 1024 * 1024
/** So many of the newest messages; fewer, where they are so large that no program would want them at once. */
const TAILS = [2000, 200, 20]

const LASTING = ['system', 'user_input', 'assistant', 'tool_result', 'result', 'error']

export interface History {
  messages: SessionMessage[]
  /** Older messages were left out. */
  isPartial: boolean
}

/** What was said in a session, and what it asks now. Throws where it cannot be read. */
export async function readHistory(feeds: Feeds, sessionId: string): Promise<History> {
  for (const [at, tail] of TAILS.entries()) {
    const isLast = at === TAILS.length - 1
    const history = await readTail(feeds, sessionId, { tail, maxCharacters: isLast ? Infinity : MAX_CHARACTERS })
    if (history !== null) return history
  }
  return { messages: [], isPartial: true }
}

/** Null when there is too much of it. */
async function readTail(
  feeds: Feeds,
  sessionId: string,
  { tail, maxCharacters }: { tail: number; maxCharacters: number },
): Promise<History | null> {
  let state = initialState
  let isPartial = false
  let characters = 0
  const messages: SessionMessage[] = []
  for await (const item of readItems(feeds, sessionId, tail)) {
    if (item.kind === 'failed') throw item.error
    if (item.kind === 'opened') isPartial = item.begin > 0
    if (item.kind !== 'records') continue
    for (const record of item.records) {
      characters += record.message.length
      const next = translate(state, toRecord(record))
      state = next.state
      messages.push(...next.messages.filter(({ type }) => LASTING.includes(type)))
    }
    if (characters > maxCharacters) return null
  }
  return { messages: [...messages, ...state.approvals.map(toPermissionRequest)], isPartial }
}

/** Up to now. */
async function* readItems(feeds: Feeds, sessionId: string, tail: number): AsyncGenerator<FeedItem> {
  let wake = Promise.withResolvers<void>()
  const cursor = new FeedCursor({ feeds, sessionId, view: 'page', start: { tail }, onReady: () => wake.resolve() })
  try {
    for (;;) {
      const item = cursor.next(BATCH_CHARACTERS)
      if (item === null) {
        await wake.promise
        wake = Promise.withResolvers<void>()
        continue
      }
      if (item.kind === 'caught_up') return
      yield item
      if (item.kind === 'failed') return
      // Others are served between one piece and the next.
      await new Promise(setImmediate)
    }
  } finally {
    cursor.close()
  }
}
