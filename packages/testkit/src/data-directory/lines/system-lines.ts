import type { Conversation } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'
import { addOtherUserLine } from './user-lines.ts'

function addSystemLine(conversation: Conversation, body: (uuid: string, timestamp: string) => Line): string {
  return conversation.add({ facts: { kind: 'other' }, body: (uuid, at) => ({ type: 'system', ...body(uuid, at) }) })
}

/** Cuts the thread: what follows hangs on the boundary, which only names what it follows. */
export function addCompaction(conversation: Conversation, trigger: 'auto' | 'manual', summary: string): void {
  const before = conversation.parentUuid
  const preTokens = conversation.contextTokens
  const metadata =
    conversation.place.style === 'old' ? {} : { durationMs: 5900, postTokens: 2946, cumulativeDroppedTokens: 0 }
  conversation.add({
    parentUuid: null,
    ...(before !== null && { logicalParentUuid: before }),
    facts: { kind: 'other' },
    body: (uuid, timestamp) => ({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      timestamp,
      uuid,
      level: 'info',
      compactMetadata: { trigger, preTokens, ...metadata },
    }),
  })
  addOtherUserLine(conversation, summary, { isVisibleInTranscriptOnly: true, isCompactSummary: true })
  conversation.contextTokens = 12_000
  conversation.record.session.compactions++
}

export function addMicrocompaction(conversation: Conversation, toolUseIds: readonly string[]): void {
  addSystemLine(conversation, (uuid, timestamp) => ({
    subtype: 'microcompact_boundary',
    content: 'Context microcompacted',
    isMeta: false,
    timestamp,
    uuid,
    level: 'info',
    microcompactMetadata: {
      trigger: 'auto',
      preTokens: conversation.contextTokens,
      tokensSaved: Math.round(conversation.contextTokens / 3),
      compactedToolIds: toolUseIds,
      clearedAttachmentUUIDs: [],
    },
  }))
}

export function addApiRetry(conversation: Conversation, attempt: number): void {
  const requestID = conversation.ids.request()
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  addSystemLine(conversation, (uuid, timestamp) => ({
    subtype: 'api_error',
    level: 'error',
    error: { status: 529, headers: {}, requestID, error },
    retryInMs: 540.5 * 2 ** attempt,
    retryAttempt: attempt,
    maxRetries: 10,
    timestamp,
    uuid,
  }))
}

export function addLocalCommand(conversation: Conversation, content: string, command: string): void {
  const isNew = conversation.place.style === 'new'
  addSystemLine(conversation, (uuid, timestamp) => ({
    subtype: 'local_command',
    content,
    level: 'info',
    timestamp,
    uuid,
    isMeta: false,
    ...(isNew && { commandRun: { command, args: '' } }),
  }))
}

export function addTurnDuration(conversation: Conversation, durationMs: number): void {
  const more = conversation.place.style === 'new' ? { messageCount: 8, pendingBackgroundAgentCount: 0 } : {}
  addSystemLine(conversation, (uuid, timestamp) => ({
    subtype: 'turn_duration',
    durationMs,
    ...more,
    timestamp,
    uuid,
    isMeta: false,
  }))
}

export function addInformational(conversation: Conversation, content: string): void {
  addSystemLine(conversation, (uuid, timestamp) => ({
    subtype: 'informational',
    content,
    isMeta: false,
    timestamp,
    uuid,
    level: 'warning',
  }))
}

export function addStopHookSummary(conversation: Conversation, command: string): void {
  const toolUseID = conversation.ids.uuid()
  addSystemLine(conversation, (uuid, timestamp) => ({
    subtype: 'stop_hook_summary',
    hookCount: 1,
    hookInfos: [{ command }],
    hookErrors: [],
    preventedContinuation: false,
    stopReason: '',
    hasOutput: false,
    level: 'suggestion',
    timestamp,
    uuid,
    toolUseID,
  }))
}
