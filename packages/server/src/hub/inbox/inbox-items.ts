import type { InboxItem } from '@quarterdeck/contract'
import { type SessionState, toInbox } from '@quarterdeck/transcript'
import type { ReadMark } from './read-marks.ts'

/** Of which session an item is. */
export interface InboxOf {
  sessionId: string
  title: string
  projectPath: string
}

/** What a session asks of a person now. */
export function toRequests(state: SessionState, of: InboxOf): InboxItem[] {
  return toInbox(state).flatMap((item) => {
    if (!('requestId' in item)) return []
    const { kind, requestId, toolName, input, inputHash, suggestions, reason, agent, since } = item
    const who = agent === undefined ? undefined : (agent.description ?? agent.type ?? agent.id)
    return [
      {
        // To a person, a dialog of the CLI is one more form to fill in.
        kind: kind === 'dialog' ? ('elicitation' as const) : kind,
        ...of,
        requestId,
        toolName,
        input,
        suggestions: [...suggestions],
        ...(inputHash !== undefined && { inputHash }),
        ...toCare(state, requestId),
        ...(who !== undefined && { agent: who }),
        ...(reason !== undefined && { text: reason }),
        since: since ?? '',
      },
    ]
  })
}

/** What a card must say in the inbox as it does in the session. */
function toCare(state: SessionState, requestId: string): Partial<InboxItem> {
  const approval = state.approvals.find((each) => each.requestId === requestId)
  if (approval === undefined) return {}
  const { description, blockedPath, needsCare, isOnceOnly } = approval
  return {
    ...(description !== undefined && { description }),
    ...(blockedPath !== undefined && { blockedPath }),
    ...(needsCare && { needsCare }),
    ...(isOnceOnly && { isOnceOnly }),
  }
}

/** How the last turn ended, where nothing is asked and nothing runs. */
export function toEnd(state: SessionState): Omit<ReadMark, 'isUnread'> | null {
  const [item] = toInbox(state)
  if (item === undefined || 'requestId' in item) return null
  // A process that failed did so after the last turn had ended.
  const since = (state.process === 'failed' ? state.lastAt : item.since) ?? ''
  return { kind: item.kind, text: item.text, since }
}

export function toEndItem({ kind, text, since }: ReadMark, of: InboxOf): InboxItem {
  return { kind, ...of, text, since }
}
