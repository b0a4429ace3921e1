import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { InboxItem, PushNotice } from '@quarterdeck/contract'
import type { PushDelivery } from './push-client.ts'

const LONGEST = 80
const HOUR_SECONDS = 3600

/** The same for the same thing that waits, after a restart too, and short enough for a topic (RFC 8030: 32 characters). */
export function toTag({ sessionId, kind, requestId, since }: InboxItem): string {
  const what = requestId ?? `${kind} ${since}`
  return createHash('sha256').update(`${sessionId} ${what}`).digest('base64url').slice(0, 32)
}

/**
 * What stands on a locked screen: the project's name, the session's title and the tool, and nothing of what is to be done.
 * A command, an input or a path can hold a secret.
 */
export function toNotice(item: InboxItem): PushNotice {
  const { kind, sessionId, projectPath, title } = item
  const body = [basename(projectPath), title].map(toLine).filter((part) => part !== '')
  return { type: 'notice', kind, tag: toTag(item), title: toTitle(item), body: body.join(' · '), sessionId }
}

function toTitle({ kind, toolName = '' }: InboxItem): string {
  switch (kind) {
    case 'approval':
      return toolName === '' ? 'Approval' : `Approval: ${toLine(toolName)}`
    case 'question':
      return 'Claude has a question'
    case 'plan':
      return 'A plan to look at'
    case 'elicitation':
      return toolName === '' ? 'A form to fill in' : `${toLine(toolName)} asks something`
    case 'finished':
      return 'Finished'
    case 'failed':
      return 'Failed'
  }
}

/** One line without what a screen would take for an order, or what turns text around. */
function toLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const letters = [...line]
  return letters.length <= LONGEST ? line : `${letters.slice(0, LONGEST - 1).join('')}…`
}

/** Somebody waits for an answer to a prompt; that something has ended can be learnt later. */
export function toDelivery({ kind, tag }: { kind: InboxItem['kind']; tag: string }): PushDelivery {
  const isOver = kind === 'finished' || kind === 'failed'
  return { ttlSeconds: (isOver ? 4 : 24) * HOUR_SECONDS, urgency: isOver ? 'normal' : 'high', topic: tag }
}
